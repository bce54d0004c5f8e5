import { CONSOLE_CORP_HEADER, CONSOLE_SESSION_HEADER } from '@cinnabar/api/console-door.js';
import { hostOfFrame, isFramed } from '../shared/embed/host.js';
import { currentLanguage } from '../shared/text/current-language.js';
import { Refused, Unanswered } from './refused.js';

export interface Envelope {
  readonly code: string;
  readonly msg: string;
  readonly data: unknown;
  readonly reason?: string;
  readonly field?: string;
  readonly totalCount?: number;
  readonly totalLimited?: boolean;
}

/** A page of a list. */
export interface PageOfList<Item> {
  readonly items: readonly Item[];
  readonly totalCount: number;
  /** There are more than totalCount. */
  readonly isLimited: boolean;
}

export interface PostOptions {
  readonly session?: string;
  /** Session of a person who has signed in to see all of their contracts. */
  readonly personSession?: string;
  /** Session of a person who has logged in to the console. */
  readonly consoleSession?: string;
  /** Session of an operator of the platform. */
  readonly platformSession?: string;
  /** The enterprise for which that person acts. */
  readonly corpId?: number;
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
  return exchange(path, body, options, async (response) => {
    const envelope = await envelopeOf(response);
    return dataOf(envelope, response.ok, (name) => response.headers.get(name));
  });
}

/**
 * Like `post`, for a page of a list.
 * @throws Refused, Unanswered
 */
export async function postForList<Item>(
  path: string,
  body: unknown,
  options: PostOptions = {},
): Promise<PageOfList<Item>> {
  return exchange(path, body, options, async (response) => {
    const envelope = await envelopeOf(response);
    const items = dataOf<readonly Item[]>(envelope, response.ok, (name) => response.headers.get(name));
    const { totalCount = items.length, totalLimited = false } = envelope;
    return { items, totalCount, isLimited: totalLimited };
  });
}

/** A file in a response. */
export interface ReceivedFile {
  readonly name: string;
  readonly bytes: Blob;
}

/**
 * Like `post`, for an operation whose answer is a file.
 * @throws Refused, Unanswered
 */
export async function postForFile(
  path: string,
  body: unknown,
  options: PostOptions = {},
): Promise<ReceivedFile> {
  return exchange(path, body, options, async (response) => {
    const disposition = response.headers.get('content-disposition');
    if (!response.ok || disposition === null) {
      return dataOf(await envelopeOf(response), false, (name) => response.headers.get(name));
    }
    return { name: fileNameIn(disposition), bytes: await response.blob().catch(unanswered) };
  });
}

/** The name in a Content-Disposition header, in its encoded form if there is one (RFC 6266). */
function fileNameIn(disposition: string): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  const [, plain] = /filename="([^"]*)"/i.exec(disposition) ?? [];
  return encoded === undefined ? (plain ?? '') : decodeURIComponent(encoded);
}

/** The headers that say who asks. */
export function sessionHeaders(options: PostOptions): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  if (options.session !== undefined) headers['linkSession'] = options.session;
  if (options.personSession !== undefined) headers['personSession'] = options.personSession;
  if (options.consoleSession !== undefined) headers[CONSOLE_SESSION_HEADER] = options.consoleSession;
  if (options.platformSession !== undefined) headers['platformSession'] = options.platformSession;
  if (options.corpId !== undefined) headers[CONSOLE_CORP_HEADER] = String(options.corpId);
  if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey;
  return headers;
}

async function exchange<Result>(
  path: string,
  body: unknown,
  options: PostOptions,
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
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
  Object.assign(headers, sessionHeaders(options));
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), REQUEST_TIMEOUT_MS);
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers,
      body: isForm ? body : JSON.stringify(body),
      credentials: 'same-origin',
      signal: patience.signal,
    }).catch(unanswered);
    return await read(response);
  } finally {
    clearTimeout(timer);
  }
}

function envelopeOf(response: Response): Promise<Envelope> {
  return response.json().catch(unanswered);
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
