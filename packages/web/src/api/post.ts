import { hostOfFrame, isFramed } from '../shared/embed/host.js';
import { currentLanguage } from '../shared/text/current-language.js';
import { Refused, Unanswered } from './refused.js';

export interface Envelope {
  readonly code: string;
  readonly msg: string;
  readonly data: unknown;
  readonly reason?: string;
  readonly field?: string;
}

export interface PostOptions {
  readonly session?: string;
  /** Session of a person who has signed in to see all of their contracts. */
  readonly personSession?: string;
  /** A retry with the same key does not repeat the operation. */
  readonly idempotencyKey?: string;
}

const REQUEST_TIMEOUT_MS = 60_000;

/**
 * Posts JSON, or a form with a file. `Data` is the declared response type: server and pages are built from the same
 * declarations.
 * @throws Refused, Unanswered
 */
export async function post<Data>(path: string, body: unknown, options: PostOptions = {}): Promise<Data> {
  const isForm = body instanceof FormData;
  const headers: Record<string, string> = {
    'accept-language': currentLanguage(),
    accept: 'application/json',
  };
  if (!isForm) headers['content-type'] = 'application/json';
  if (isFramed) {
    headers['linkFrame'] = '1';
    const host = hostOfFrame();
    if (host !== null) headers['linkHost'] = host;
  }
  if (options.session !== undefined) headers['linkSession'] = options.session;
  if (options.personSession !== undefined) headers['personSession'] = options.personSession;
  if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey;
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), REQUEST_TIMEOUT_MS);
  const response = await fetch(path, {
    method: 'POST',
    headers,
    body: isForm ? body : JSON.stringify(body),
    credentials: 'same-origin',
    signal: patience.signal,
  }).catch(unanswered);
  const envelope: Envelope = await response.json().catch(unanswered);
  clearTimeout(timer);
  return dataOf(envelope, response.ok, (name) => response.headers.get(name));
}

/**
 * Returns the `data` of a response, typed as the operation declares it.
 * @throws Refused
 */
export function dataOf<Data>(
  { code, msg, data, reason, field }: Envelope,
  ok: boolean,
  header: (name: string) => string | null,
): Data {
  if (ok && (code === '0' || code === '200')) return data as Data;
  const wait = Number(header('retry-after'));
  throw new Refused(
    code,
    msg,
    reason ?? null,
    header('x-request-id'),
    Number.isFinite(wait) && wait > 0 ? wait : null,
    field ?? null,
  );
}

function unanswered(): never {
  throw new Unanswered();
}
