/**
 * An operation of the interface, declared once. Routes, checks of headers and bodies, serialisation of answers,
 * handler types, OpenAPI, SDK and the conformance test are all derived from these declarations.
 */
import type { ErrorCode, ErrorReason } from './errors.js';
import type { LinkEnd, LinkRules } from './links.js';
import type { Right } from './permissions.js';
import type { Schema } from './schema.js';

export type Area =
  | 'credentials'
  | 'seals'
  | 'members'
  | 'enterprise'
  | 'sms'
  | 'payments'
  | 'templates'
  | 'flows'
  | 'approvals'
  | 'webhooks';

/** `api`: part of the interface. `page`: called by our own pages alone, and described to nobody else. */
export type Audience = 'api' | 'page';

/**
 * Who calls the interface. `none`: nobody yet (getAccessToken). `application`: a token is enough, an acting member may
 * be named. `member`: the header user is a valid, confirmed member. `target`: the header user is whom it is about, a
 * member of the application's enterprise, not necessarily confirmed.
 */
export type ApiCaller = 'none' | 'application' | 'member' | 'target';

/**
 * Who calls from a page. `visitor`: nobody is known. `link`: the session that somebody opened with a link. `person`:
 * the session of a person who has proved their mobile, for everything that is theirs.
 */
export type PageCaller = 'visitor' | 'link' | 'person';

export type Caller = ApiCaller | PageCaller;

/** A file that arrives by multipart/form-data in the field `file`. */
export interface FileRule {
  /** Bytes; more is refused with FILE_UPLOAD_ERROR. */
  readonly maxBytes: number;
}

/** `data` in the envelope. */
export interface DataAnswer<R> {
  readonly kind: 'data';
  readonly schema: Schema<R>;
}

/** A list in `data` with the four paging fields beside it. */
export interface PageAnswer<R> {
  readonly kind: 'page';
  readonly item: Schema<R>;
}

/** Bytes: a file; errors are still envelopes. */
export interface FileStream {
  readonly kind: 'file';
}

export type Answer = DataAnswer<unknown> | PageAnswer<unknown> | FileStream;

/** Common part of operations of the interface and of the pages. */
export interface AnyOperation<Q = unknown, A extends Answer = Answer> {
  readonly audience: Audience;
  readonly path: `/${string}`;
  readonly caller: Caller;
  /** Whether the `source` header must be there; where it may, it is checked all the same. */
  readonly source: 'required' | 'optional';
  /** Takes the header `openCorpId`: the enterprise that it is about, the token's own or a child of it. */
  readonly openCorp: boolean;
  /** A right that the acting member's roles must carry before anything is looked up. */
  readonly right: Right | null;
  /**
   * The kinds of link whose session may call it: an operation of the interface under `/pages/operations`, one of the
   * pages under its own path.
   */
  readonly links: LinkRules;
  readonly linksUntil: LinkEnd;
  /** Answers with a session, or with a token that opens one: its answer is never kept. */
  readonly startsSession: boolean;
  readonly request: Schema<Q>;
  /** Fields of the request that come in the query of the address; they may as well are in the body. */
  readonly query: readonly string[];
  readonly file: FileRule | null;
  readonly answer: A;
  readonly successCode: '200' | '0';
  /** Changes something: repeats under one Idempotency-Key are answered from the first. */
  readonly writes: boolean;
  /** The code of a body that does not fit, where it is not 400. */
  readonly invalidBody: ErrorCode;
  /** Named and family codes that this operation can answer with, beyond the generic ones. */
  readonly errors: readonly ErrorCode[];
  /**
   * Reasons that this operation's own rules give, with their codes; those of headers, token and right follow from the
   * rest.
   */
  readonly reasons: readonly ErrorReason[];
  readonly title: { readonly zh: string; readonly en: string };
  /** A request body that works on the demo data as far as ids allow. */
  readonly example: unknown;
}

/** An operation of the interface. */
export interface Operation<Q = unknown, A extends Answer = Answer> extends AnyOperation<Q, A> {
  readonly audience: 'api';
  readonly area: Area;
  readonly caller: ApiCaller;
}

/**
 * Its type also knows its path, whether it takes a file, and who calls it: what the SDK's calls and the handlers are
 * typed from.
 */
export interface DeclaredOperation<
  P extends Path,
  Q,
  A extends Answer,
  F extends FileRule | null,
  C extends ApiCaller = ApiCaller,
> extends Operation<Q, A> {
  readonly path: P;
  readonly file: F;
  readonly caller: C;
}

type Path = `/${string}`;
type Needed = 'path' | 'area' | 'request' | 'answer' | 'title';
type Declared<P extends Path, Q, A extends Answer, F extends FileRule | null, C extends ApiCaller> = Pick<
  DeclaredOperation<P, Q, A, F, C>,
  Needed
> &
  Partial<Omit<DeclaredOperation<P, Q, A, F, C>, Needed | 'audience' | 'query'>> & {
    readonly query?: readonly (keyof Q & string)[];
  };

/** Declares an operation; what is left out has the value that most operations share. */
export function operation<const P extends Path, Q, A extends Answer, const C extends ApiCaller = 'member'>(
  declared: Declared<P, Q, A, null, C> & { readonly file?: null },
): DeclaredOperation<P, Q, A, null, C>;
export function operation<const P extends Path, Q, A extends Answer, const C extends ApiCaller = 'member'>(
  declared: Declared<P, Q, A, FileRule, C> & { readonly file: FileRule },
): DeclaredOperation<P, Q, A, FileRule, C>;
export function operation<Q, A extends Answer>(
  declared: Declared<Path, Q, A, FileRule | null, ApiCaller>,
): Operation<Q, A> {
  const complete = Object.freeze({
    audience: 'api',
    caller: 'member',
    source: 'optional',
    openCorp: false,
    right: null,
    links: {},
    linksUntil: 'done',
    startsSession: false,
    query: [],
    file: null,
    successCode: '200',
    writes: false,
    invalidBody: '400',
    errors: [],
    reasons: [],
    example: {},
    ...declared,
  } as const);
  declarations.set(complete, declarations.size);
  return complete;
}

/** All operations by their order, since a module lists its exports by their names. */
const declarations = new Map<unknown, number>();

/** The operations that a module exports, in the order in which it declares them. */
export function declaredIn(module: object): readonly Operation[] {
  const exported: readonly unknown[] = Object.values(module);
  return exported.filter(isOperation).sort((one, other) => orderOf(one) - orderOf(other));
}

function isOperation(value: unknown): value is Operation {
  return declarations.has(value);
}

function orderOf(operation: Operation): number {
  return declarations.get(operation) ?? 0;
}

export const data = <R>(schema: Schema<R>): DataAnswer<R> => ({ kind: 'data', schema });
export const page = <R>(item: Schema<R>): PageAnswer<R> => ({ kind: 'page', item });
export const fileStream: FileStream = { kind: 'file' };

/** Return value of a handler for an answer of kind `file`: the bytes, or their parts in order. */
export interface FileAnswer {
  readonly fileName: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array>;
}

/** Return value of a handler for an answer of kind `page`. */
export interface PageOf<T> {
  readonly items: readonly T[];
  readonly totalCount: number;
}

export type InputOf<O> = O extends AnyOperation<infer Q, Answer> ? Q : never;
/** Return value of a handler: the data, a page of items, or a file. */
export type OutputOf<O> =
  O extends AnyOperation<unknown, infer A>
    ? A extends DataAnswer<infer R>
      ? R
      : A extends PageAnswer<infer R>
        ? PageOf<R>
        : FileAnswer
    : never;
