/** An operation of the service's own pages, declared like one of the interface. */
import {
  type Answer,
  type AnyOperation,
  type FileRule,
  MAX_JSON_BYTES,
  type PageCaller,
} from './operation.js';
import type { PlatformDuty } from './platform-duties.js';

type Path = `/pages/${string}`;

/**
 * Carries the literal path, caller and file rule in its type, from which the types of the pages' calls are inferred.
 */
export interface PageOperation<
  C extends PageCaller = PageCaller,
  Q = unknown,
  A extends Answer = Answer,
  F extends FileRule | null = FileRule | null,
> extends AnyOperation<Q, A> {
  readonly audience: 'page';
  readonly path: Path;
  readonly caller: C;
  readonly file: F;
  /** Whether a person who must show their face after a long absence may call it before doing so. */
  readonly beforeFace: boolean;
  /** Which sessions of the console may call it. */
  readonly consoleSession: ConsoleSessionRule;
  /** The duties of operators of which one is needed; none: every operator may call it. */
  readonly duties: readonly PlatformDuty[];
}

/**
 * `own`: one that its person has begun, with their second factor if they have one. `begun`: also before the second
 * factor. `any`: also one that began by an access link of an application.
 */
export type ConsoleSessionRule = 'own' | 'begun' | 'any';

type Needed = 'path' | 'caller' | 'request' | 'answer' | 'title';
type Fixed =
  | 'audience'
  | 'source'
  | 'openCorp'
  | 'right'
  | 'query'
  | 'successCode'
  | 'invalidBody'
  | 'example';
type Declared<C extends PageCaller, Q, A extends Answer, F extends FileRule | null> = Pick<
  PageOperation<C, Q, A, F>,
  Needed
> &
  Partial<Omit<PageOperation<C, Q, A, F>, Needed | Fixed>>;

export function pageOperation<const C extends PageCaller, Q, A extends Answer>(
  declared: Declared<C, Q, A, null> & { readonly file?: null },
): PageOperation<C, Q, A, null>;
export function pageOperation<const C extends PageCaller, Q, A extends Answer>(
  declared: Declared<C, Q, A, FileRule> & { readonly file: FileRule },
): PageOperation<C, Q, A, FileRule>;
export function pageOperation<C extends PageCaller, Q, A extends Answer>(
  declared: Declared<C, Q, A, FileRule | null>,
): PageOperation<C, Q, A> {
  return Object.freeze({
    audience: 'page',
    source: 'optional',
    openCorp: false,
    right: null,
    ownPart: false,
    links: {},
    linksUntil: 'done',
    startsSession: false,
    beforeFace: false,
    consoleSession: 'own',
    duties: [],
    freshProof: false,
    query: [],
    file: null,
    maxBodyBytes: MAX_JSON_BYTES,
    successCode: '0',
    writes: false,
    invalidBody: '400',
    errors: [],
    reasons: [],
    example: {},
    ...declared,
  } as const);
}

export function isPageOperation(operation: AnyOperation): operation is PageOperation {
  return operation.audience === 'page';
}
