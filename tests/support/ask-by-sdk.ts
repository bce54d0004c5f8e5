import { isUtf8 } from 'node:buffer';
import { registry } from '@cinnabar/api/registry.js';
import { type AnswerNote, type CallOptions, Cinnabar, isCinnabarError } from '@cinnabar/sdk';

const TOKEN_PATH = '/service/getAccessToken';
const paths = new Set<string>(registry.map(({ path }) => path));
const uploads = new Set<string>(registry.flatMap(({ path, file }) => (file === null ? [] : [path])));
const sources = ['pc', 'app', 'h5', 'chatA', 'payA'] as const;

/** Owner of a token: the SDK requests one of its own for the same application. */
const clients = new Map<string, { readonly appId: string; readonly client: Cinnabar }>();
const called = new Set<string>();

/** The operations that were called through the SDK. */
export const calledBySdk = (): ReadonlySet<string> => called;

/**
 * Sends a request through the SDK and reconstructs the HTTP response. Null for requests that the SDK cannot express,
 * such as one without a source, with a session's cookie, or to a path that is not an operation's.
 */
export async function askBySdk(url: string, headers: Headers, body: unknown): Promise<Response | null> {
  const { origin, pathname, search } = new URL(url);
  if (!paths.has(pathname) || search !== '') return null;
  if (pathname === TOKEN_PATH) return askForToken(origin, body);
  const known = clients.get(`${origin} ${headers.get('accesstoken')}`);
  const options = optionsIn(headers);
  const input = body instanceof FormData === uploads.has(pathname) ? inputIn(headers, body) : null;
  if (known === undefined || known.appId !== headers.get('appid') || options === null || input === null)
    return null;
  return answerOf(known.client, pathname, input, options);
}

async function askForToken(origin: string, body: unknown): Promise<Response | null> {
  const { appId, appSecret } = credentialsIn(body);
  if (appId === null || appSecret === null) return null;
  const client = new Cinnabar({ baseUrl: origin, appId, appSecret });
  const response = await answerOf(client, TOKEN_PATH, { appId, appSecret }, {});
  const { data }: { data: { accessToken: string } | null } = JSON.parse(await response.clone().text());
  if (data !== null) clients.set(`${origin} ${data.accessToken}`, { appId, client });
  return response;
}

function credentialsIn(body: unknown): { readonly appId: string | null; readonly appSecret: string | null } {
  const value: unknown = typeof body === 'string' ? jsonIn(body) : null;
  const textOf = (name: string): string | null => {
    const field: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : null;
    return typeof field === 'string' && field !== '' ? field : null;
  };
  return { appId: textOf('appId'), appSecret: textOf('appSecret') };
}

const carried = new Set([
  'appid',
  'accesstoken',
  'userid',
  'source',
  'opencorpid',
  'content-type',
  'idempotency-key',
  'x-request-id',
  'accept-language',
  'user-agent',
]);

/** Null if the SDK has no options for the headers. */
function optionsIn(headers: Headers): CallOptions | null {
  if ([...headers.keys()].some((name) => !carried.has(name))) return null;
  const source = sources.find((each) => each === headers.get('source'));
  const numbers = [headers.get('userid'), headers.get('opencorpid')];
  if (source === undefined || numbers.some((text) => text !== null && !/^[1-9]\d{0,14}$/.test(text)))
    return null;
  const [userId, openCorpId] = numbers.map((text) => (text === null ? undefined : Number(text)));
  const more = ['accept-language', 'user-agent'].flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return {
    source,
    userId,
    openCorpId,
    idempotencyKey: headers.get('idempotency-key') ?? undefined,
    requestId: headers.get('x-request-id') ?? undefined,
    headers: Object.fromEntries(more),
  };
}

/** Null if the SDK would not send the body. */
function inputIn(headers: Headers, body: unknown): object | null {
  if (body instanceof FormData) {
    const { file, ...fields } = Object.fromEntries(body);
    const unlike = [...body].length !== Object.keys(fields).length + 1;
    return !(file instanceof File) || file.name === '' || unlike ? null : { ...fields, file };
  }
  if (headers.get('content-type') !== 'application/json') return null;
  const text = body instanceof Uint8Array && isUtf8(body) ? Buffer.from(body).toString('utf8') : body;
  const value = typeof text === 'string' ? jsonIn(text) : null;
  // Some tests need JSON in a notation that the SDK does not use.
  return typeof value === 'object' && JSON.stringify(value) === text ? value : null;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function answerOf(
  client: Cinnabar,
  path: string,
  input: object,
  options: CallOptions,
): Promise<Response> {
  called.add(path);
  let note: AnswerNote | null = null;
  const onAnswer = (heard: AnswerNote): void => {
    if (heard.path === path) note = heard;
  };
  try {
    const given: unknown = await Reflect.apply(client.call, client, [path, input, { ...options, onAnswer }]);
    return responseOf(note, given);
  } catch (error) {
    if (!isCinnabarError(error) || error.kind !== 'refused') throw error;
    const { code, msg, reason } = error;
    return envelopeOf(note, { code, msg, data: null, ...(reason === null ? {} : { reason }) });
  }
}

function responseOf(note: AnswerNote | null, given: unknown): Response {
  const { code = null, msg = null } = note ?? {};
  if (
    typeof given === 'object' &&
    given !== null &&
    'stream' in given &&
    given.stream instanceof ReadableStream
  ) {
    return new Response(given.stream, head(note));
  }
  if (typeof given === 'object' && given !== null && 'items' in given && 'totalCount' in given) {
    const { items, ...paging } = given;
    return envelopeOf(note, { code, msg, data: items, ...paging });
  }
  return envelopeOf(note, { code, msg, data: given });
}

function envelopeOf(note: AnswerNote | null, envelope: object): Response {
  return new Response(JSON.stringify(envelope), head(note));
}

/** The content encoding was removed and the response reconstructed. */
function head(note: AnswerNote | null): ResponseInit {
  const headers = new Headers(note?.headers);
  headers.delete('content-length');
  headers.delete('content-encoding');
  return { status: note?.status ?? 200, headers };
}
