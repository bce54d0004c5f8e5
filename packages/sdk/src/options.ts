/** Options for all calls of a client, or for one. */
export interface Defaults {
  /** The acting member of the enterprise. In the few operations about a user, that user. */
  readonly userId?: number | undefined;
  /** Device of the person; `pc` by default. */
  readonly source?: 'pc' | 'app' | 'h5' | 'chatA' | 'payA' | undefined;
  /** The enterprise that a list is about: the own one or a child of it. */
  readonly openCorpId?: number | undefined;
  /** The language of `msg` in errors; Chinese where nothing is said. */
  readonly language?: 'zh' | 'en' | undefined;
  /** Headers beside those of the interface, for what is between here and the service. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Gives calls up; what they throw is the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** ms until the answer must have begun, all tries and waits included; 60 000 where nothing is said. */
  readonly timeoutMs?: number | undefined;
  /**
   * Maximum number of retries on a full or unreachable service; 4 by default. An earlier attempt that is still being
   * carried out is waited for until `timeoutMs`, whatever this says.
   */
  readonly retries?: number | undefined;
  /** Hears of every answer that counted, also of refusals: for logs, metrics and the text of `msg`. */
  readonly onAnswer?: ((answer: AnswerNote) => void) | undefined;
}

/** Options of one call. */
export interface CallOptions extends Defaults {
  /**
   * Under which the service carries the request out once within 24 hours; each call draws its own. Give one that
   * your system derives from its own record, and even a crash of your process cannot start a contract twice.
   */
  readonly idempotencyKey?: string | undefined;
  /** Named in the service's log and in errors; each call draws its own. */
  readonly requestId?: string | undefined;
}

/** An answer as it came over HTTP. */
export interface AnswerNote {
  readonly path: string;
  readonly status: number;
  /** Null where the answer is a file. */
  readonly code: string | null;
  /** Null where the answer is a file. Of an upload it may hold a warning. */
  readonly msg: string | null;
  readonly headers: Headers;
  readonly requestId: string;
  /** 1 when the first try was answered. */
  readonly attempts: number;
  readonly idempotencyKey: string;
  /** From the call to the answer, including waits. */
  readonly tookMs: number;
}

/** Options of a client. */
export interface ClientOptions extends Defaults {
  /** Base URL of the service, such as `https://sign.example.com`. */
  readonly baseUrl: string;
  readonly appId: string;
  readonly appSecret: string;
  /** Instead of the runtime's own. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Options of one call on top of those of its client; headers of both are sent. */
export function withDefaults(defaults: Defaults, given: CallOptions | undefined): CallOptions {
  if (given === undefined) return defaults;
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...defaults, ...said, headers: { ...defaults.headers, ...given.headers } };
}

/** The headers of the interface that the options stand for. */
export function headersOf({ userId, source, openCorpId, language, headers }: CallOptions): Headers {
  const all = new Headers(headers);
  all.set('source', source ?? 'pc');
  if (userId !== undefined) all.set('userId', String(userId));
  if (openCorpId !== undefined) all.set('openCorpId', String(openCorpId));
  if (language !== undefined) all.set('accept-language', language);
  return all;
}
