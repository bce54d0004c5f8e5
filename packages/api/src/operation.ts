/**
 * Declaration of operations. Routes, validation of headers and bodies, serialisation of responses, handler types,
 * OpenAPI, the SDK and the conformance test are derived from these declarations.
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
  | 'webhooks'
  | 'audit';

/**
 * `api`: part of the public interface. `page`: called by the service's own pages only, and left out of the
 * documentation.
 */
export type Audience = 'api' | 'page';

/**
 * Callers of the interface. `none`: unauthenticated (getAccessToken). `application`: an access token suffices; an
 * acting member is optional. `member`: the header userId names a valid, confirmed member. `target`: the header userId
 * names the member that the request is about; the membership need not be confirmed.
 */
export type ApiCaller = 'none' | 'application' | 'member' | 'target';

/**
 * Callers of page operations. `visitor`: unauthenticated. `link`: a link session. `person`: the session of a person who
 * has proved their mobile number, for all contracts of that person. `console`: the session of a person who has logged
 * in to the console, in whatever enterprise they act. `platform`: the session of an operator of the platform.
 */
export type PageCaller = 'visitor' | 'link' | 'person' | 'console' | 'platform';

export type Caller = ApiCaller | PageCaller;

/**
 * Whether a session of the console needs a fresh proof of its person before the operation: never, always, or for
 * requests with these values. Programs, which have no session, are not concerned.
 */
export type FreshProof = boolean | Readonly<Record<string, string | number>>;

/** Limit of most JSON bodies, bytes. */
export const MAX_JSON_BYTES = 1024 * 1024;

/** A file sent as multipart/form-data in the field `file`. */
export interface FileRule {
  /** In bytes; larger files are refused with FILE_UPLOAD_ERROR. */
  readonly maxBytes: number;
}

/** A response with `data` in the envelope. */
export interface DataAnswer<R> {
  readonly kind: 'data';
  readonly schema: Schema<R>;
}

/** A response with a list in `data` and the four paging fields beside it. */
export interface PageAnswer<R> {
  readonly kind: 'page';
  readonly item: Schema<R>;
  /** Whether a request can limit counting, and the response then has a fifth field, `totalLimited`. */
  readonly countLimit: boolean;
}

/** A file as response; errors are returned as envelopes. */
export interface FileStream {
  readonly kind: 'file';
}

export type Answer = DataAnswer<unknown> | PageAnswer<unknown> | FileStream;

/** Properties common to operations of the interface and of the pages. */
export interface AnyOperation<Q = unknown, A extends Answer = Answer> {
  readonly audience: Audience;
  readonly path: `/${string}`;
  readonly caller: Caller;
  /** Whether the `source` header is required; an optional one is validated if present. */
  readonly source: 'required' | 'optional';
  /** Whether the operation accepts the header `openCorpId`: the application's own enterprise or a child of it. */
  readonly openCorp: boolean;
  /** The right that the acting member's roles must grant; checked before any object is looked up. */
  readonly right: Right | null;
  /**
   * Whether it serves the caller's own part in a contract: to fill, sign or refuse it, or to prove who they are for that.
   * Of what changes something, members who only audit may call nothing else.
   */
  readonly ownPart: boolean;
  /**
   * The kinds of link whose sessions may call the operation: operations of the interface below `/pages/operations`,
   * page operations under their own path.
   */
  readonly links: LinkRules;
  readonly linksUntil: LinkEnd;
  readonly freshProof: FreshProof;
  /** Whether the response contains a session or a token that opens one. Such responses are never stored. */
  readonly startsSession: boolean;
  readonly request: Schema<Q>;
  /** Request fields accepted in the query string as well as in the body. */
  readonly query: readonly string[];
  readonly file: FileRule | null;
  /** Limit of a JSON body, bytes. */
  readonly maxBodyBytes: number;
  readonly answer: A;
  readonly successCode: '200' | '0';
  /** Whether the operation changes data: a repetition under the same Idempotency-Key returns the first response. */
  readonly writes: boolean;
  /** The code for an invalid body, 400 by default. */
  readonly invalidBody: ErrorCode;
  /** Named and family codes that the operation can return, in addition to the generic ones. */
  readonly errors: readonly ErrorCode[];
  /** Reasons that the operation's own rules return. Reasons for headers, token and right are derived. */
  readonly reasons: readonly ErrorReason[];
  readonly title: { readonly zh: string; readonly en: string };
  /** A request body that works with the demo data, as far as its ids allow. */
  readonly example: unknown;
}

/** An operation of the interface. */
export interface Operation<Q = unknown, A extends Answer = Answer> extends AnyOperation<Q, A> {
  readonly audience: 'api';
  readonly area: Area;
  readonly caller: ApiCaller;
}

/**
 * Carries the literal path, caller and file rule in its type, from which the types of SDK calls and handlers are
 * inferred.
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

/** Declares an operation; omitted properties take the most common value. */
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
    ownPart: false,
    links: {},
    linksUntil: 'done',
    freshProof: false,
    startsSession: false,
    query: [],
    file: null,
    maxBodyBytes: MAX_JSON_BYTES,
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

/** Order of declaration: a module namespace lists its exports alphabetically. */
const declarations = new Map<unknown, number>();

/** The operations that a module exports, in order of declaration. */
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
export const page = <R>(item: Schema<R>): PageAnswer<R> => ({ kind: 'page', item, countLimit: false });
/** A page whose request has the field `countLimit`. */
export const limitedPage = <R>(item: Schema<R>): PageAnswer<R> => ({ kind: 'page', item, countLimit: true });
export const fileStream: FileStream = { kind: 'file' };

/** Return value of a handler for a `file` response: the bytes, or their parts in order. */
export interface FileAnswer {
  readonly fileName: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array>;
}

/** Return value of a handler for a `page` response. */
export interface PageOf<T> {
  readonly items: readonly T[];
  readonly totalCount: number;
  /** Whether there are more than totalCount; set if the request has a countLimit. */
  readonly totalLimited?: boolean;
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
