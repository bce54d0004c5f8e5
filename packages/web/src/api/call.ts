import type { Answer, AnyOperation, FileRule, PageCaller } from '@cinnabar/api/operation.js';
import { OPERATIONS_OF_LINKS } from '@cinnabar/api/operations-of-links.js';
import type { PageOperation } from '@cinnabar/api/page-operation.js';
import { post } from './post.js';
import { sendFile } from './send-file.js';
import type { DataOf, Sent } from './wire.js';

/** The session of a link, as its entrance answers with it. */
export interface LinkKey {
  readonly session: string;
}

/** The session of a person who is there for all of their contracts. */
export interface PersonKey {
  readonly personSession: string;
}

/** What goes with a call, by who calls. */
type Keys<C extends PageCaller> = C extends 'link' ? [LinkKey] : C extends 'person' ? [PersonKey] : [];

/**
 * Calls an operation of our pages.
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
 * Calls an operation of our pages that takes a file.
 * @param onSent share of the file that is on its way, 0 to 1
 * @throws Refused, Unanswered
 */
export function callWithFile<Q, A extends Answer>(
  operation: PageOperation<'visitor', Q, A, FileRule>,
  file: File,
  onSent: (share: number) => void,
): Promise<DataOf<AnyOperation<Q, A>>> {
  return sendFile(operation.path, file, onSent);
}

/** Where the session of a link calls an operation: one of the interface has a path of its own for that. */
export function pathOf({ audience, path }: Pick<AnyOperation, 'audience' | 'path'>): string {
  return audience === 'page' ? path : `${OPERATIONS_OF_LINKS}${path}`;
}
