import type { Answer, AnyOperation, FileRule, PageCaller } from '@cinnabar/api/operation.js';
import { OPERATIONS_OF_LINKS } from '@cinnabar/api/operations-of-links.js';
import type { PageOperation } from '@cinnabar/api/page-operation.js';
import { post, postForFile, type ReceivedFile } from './post.js';
import { sendFile } from './send-file.js';
import type { DataOf, Sent } from './wire.js';

/** Link session, as returned by the operation that enters the link. */
export interface LinkKey {
  readonly session: string;
}

/** Session of a person who has signed in to see all of their contracts. */
export interface PersonKey {
  readonly personSession: string;
}

/** Session of a person who has logged in to the console. */
export interface ConsoleKey {
  readonly consoleSession: string;
}

/** Session of an operator of the platform. */
export interface PlatformKey {
  readonly platformSession: string;
}

interface KeyOf {
  readonly visitor: [];
  readonly link: [LinkKey];
  readonly person: [PersonKey];
  readonly console: [ConsoleKey];
  readonly platform: [PlatformKey];
}

/** Credentials that a call requires, by kind of caller. */
type Keys<C extends PageCaller> = KeyOf[C];

/**
 * Calls a page operation.
 * @throws Refused, Unanswered
 */
export function call<C extends PageCaller, Q, A extends Answer>(
  operation: PageOperation<C, Q, A, null>,
  input: Sent<Q>,
  ...[key]: Keys<C>
): Promise<DataOf<AnyOperation<Q, A>>> {
  return post(operation.path, input, key);
}

/**
 * Calls a page operation whose answer is a file.
 * @throws Refused, Unanswered
 */
export function callForFile<C extends PageCaller, Q>(
  operation: PageOperation<C, Q, Answer, null>,
  input: Sent<Q>,
  ...[key]: Keys<C>
): Promise<ReceivedFile> {
  return postForFile(operation.path, input, key);
}

/**
 * Calls a page operation that takes a file.
 * @param onSent upload progress, 0 to 1
 * @throws Refused, Unanswered
 */
export function callWithFile<Q, A extends Answer>(
  operation: PageOperation<'visitor', Q, A, FileRule>,
  file: File,
  onSent: (share: number) => void,
): Promise<DataOf<AnyOperation<Q, A>>> {
  return sendFile(operation.path, file, onSent);
}

/** The path for a link session. Operations of the public interface have a separate path for link sessions. */
export function pathOf({ audience, path }: Pick<AnyOperation, 'audience' | 'path'>): string {
  return audience === 'page' ? path : `${OPERATIONS_OF_LINKS}${path}`;
}
