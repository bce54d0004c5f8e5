/** One call: its attempts, the delays between them and the result. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, type Envelope, ignoredIn, readAnswer } from './answer.js';
import { delayAfter, delayWhileRunning } from './back-off.js';
import {
  type Attempted,
  type CinnabarError,
  isCinnabarError,
  NotUnderstood,
  type Refusal,
  Refused,
  StillRunning,
  TimedOut,
  Unreachable,
} from './failures.js';
import { type CallOptions, headersOf } from './options.js';
import type { Tokens } from './tokens.js';

const TIMEOUT_MS = 60_000;
const RETRIES = 4;
/** Transient failures: rate limit, gateway without upstream, or overloaded service. */
const TRANSIENT_STATUSES: readonly number[] = [429, 502, 503, 504];

/** Connection to the service. */
export interface Connection {
  readonly baseUrl: string;
  readonly appId: string;
  /** null for the request that fetches a token. */
  readonly tokens: Tokens | null;
  readonly fetch: typeof globalThis.fetch;
}

export interface Outgoing {
  readonly path: string;
  /** JSON text or a form; every attempt sends the same. */
  readonly body: string | FormData;
}

export interface Exchanged {
  readonly attempted: Attempted;
  readonly response: Response;
  /** null if the response is a file, whose body has not been read. */
  readonly envelope: Envelope | null;
}

type Tried =
  | { readonly response: Response; readonly answer: Answer; readonly token: string | null }
  | { readonly broken: unknown };

/**
 * Sends a request and retries it until the outcome is final. All attempts use the same Idempotency-Key, so that the
 * service carries out a write once. Throws a CinnabarError, or the abort reason of the caller's signal.
 */
export async function exchange(
  connection: Connection,
  outgoing: Outgoing,
  options: CallOptions,
): Promise<Exchanged> {
  const { signal, timeoutMs = TIMEOUT_MS, requestId = randomUUID(), idempotencyKey = randomUUID() } = options;
  const began = performance.now();
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(), timeoutMs);
  const ending = signal === undefined ? clock.signal : AbortSignal.any([signal, clock.signal]);
  const headers = headersOf(options);
  headers.set('x-request-id', requestId);
  headers.set('idempotency-key', idempotencyKey);
  if (typeof outgoing.body === 'string') headers.set('content-type', 'application/json');

  let attempts = 0;
  // Attempts answered with "still running"; they do not count as retries.
  let runs = 0;
  let tokenRenewed = false;
  const attempted = (): Attempted => ({ path: outgoing.path, requestId, attempts, idempotencyKey });

  try {
    for (;;) {
      attempts += 1;
      const tried = await tryOnce(connection, outgoing, headers, ending);
      if (shouldRenew(tried) && !tokenRenewed) {
        tokenRenewed = true;
        connection.tokens?.forget(tried.token);
        continue;
      }
      const running = isRunning(tried);
      if (running) runs += 1;
      const wait = running
        ? delayWhileRunning(runs, askedOf(tried), Math.random())
        : delayBeforeNext(tried, attempts - runs, options);
      const exceedsTimeout = performance.now() - began + (wait ?? 0) >= timeoutMs;
      if (wait !== null && !exceedsTimeout) {
        await pause(wait, undefined, { signal: ending });
        continue;
      }
      noteAnswer(tried, attempted(), performance.now() - began, options);
      if (running) throw new StillRunning(attempted(), timeoutMs);
      return exchangedOf(tried, attempted());
    }
  } catch (error) {
    if (isCinnabarError(error)) throw error;
    if (signal?.aborted === true) throw signal.reason;
    if (clock.signal.aborted) throw new (runs > 0 ? StillRunning : TimedOut)(attempted(), timeoutMs);
    throw error;
  } finally {
    // The caller reads the file at their own pace, so the timeout ends here.
    clearTimeout(timer);
  }
}

async function tryOnce(
  { baseUrl, appId, tokens, fetch }: Connection,
  { path, body }: Outgoing,
  headers: Headers,
  signal: AbortSignal,
): Promise<Tried> {
  const token = tokens === null ? null : (tokens.current() ?? (await withAbort(tokens.fetch(), signal)));
  if (token !== null) {
    headers.set('appId', appId);
    headers.set('accessToken', token);
  }
  try {
    // Redirects are not followed: the access token would be sent to the other address.
    const init = { method: 'POST', headers, body, signal, redirect: 'manual' } as const;
    const response = await fetch(baseUrl + path, init);
    return { response, answer: await readAnswer(response), token };
  } catch (broken) {
    if (signal.aborted) throw broken;
    return { broken };
  }
}

/** Several calls may await the same token; each can be aborted independently. */
function withAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}

function shouldRenew(tried: Tried): tried is Tried & { readonly token: string } {
  if ('broken' in tried || tried.token === null || tried.answer.kind !== 'refusal') return false;
  return tried.answer.refusal.reason === 'TOKEN_INVALID';
}

/**
 * Whether an earlier attempt, whose response was lost, is still being processed. Its response will be stored under the
 * key.
 */
function isRunning(tried: Tried): boolean {
  return refusalIn(tried)?.reason === 'IDEMPOTENCY_KEY_RUNNING';
}

const refusalIn = (tried: Tried): Refusal | null =>
  !('broken' in tried) && tried.answer.kind === 'refusal' ? tried.answer.refusal : null;

const askedOf = (tried: Tried): number | null => refusalIn(tried)?.retryAfterMs ?? null;

/** Delay before the next attempt in ms; null if there is none. */
function delayBeforeNext(tried: Tried, attempts: number, { retries = RETRIES }: CallOptions): number | null {
  if (attempts > retries) return null;
  if (!('broken' in tried) && !TRANSIENT_STATUSES.includes(tried.response.status)) return null;
  return delayAfter(attempts, askedOf(tried), Math.random());
}

function exchangedOf(tried: Tried, attempted: Attempted): Exchanged {
  if ('broken' in tried) throw new Unreachable(attempted, tried.broken);
  const { answer, response } = tried;
  if (answer.kind === 'success') return { attempted, response, envelope: answer.envelope };
  if (answer.kind === 'file') return { attempted, response, envelope: null };
  throw errorOf(answer, response, attempted);
}

function errorOf(
  answer: Extract<Answer, { readonly kind: 'refusal' | 'foreign' }>,
  { status }: Response,
  attempted: Attempted,
): CinnabarError {
  return answer.kind === 'refusal'
    ? new Refused(answer.refusal, attempted)
    : new NotUnderstood(attempted, status, answer.text);
}

function noteAnswer(tried: Tried, attempted: Attempted, tookMs: number, { onAnswer }: CallOptions): void {
  if (onAnswer === undefined || 'broken' in tried || tried.answer.kind === 'foreign') return;
  const { answer, response } = tried;
  const said =
    answer.kind === 'success' ? answer.envelope : answer.kind === 'refusal' ? answer.refusal : null;
  const { status, headers } = response;
  const ignoredFields = ignoredIn(headers.get('x-ignored-fields'));
  const { code = null, msg = null } = said ?? {};
  onAnswer({ ...attempted, status, headers, ignoredFields, code, msg, tookMs });
}
