import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import type { OperationContent } from '../../../packages/web/src/docs/content.js';
import { formFields, sampleCall } from '../../../packages/web/src/docs/samples/call.js';

/** What the samples read from the environment. */
export const environment = {
  APP_ID: 'sample-app',
  APP_SECRET: 'sample-secret',
  ACCESS_TOKEN: 'sample-token',
  USER_ID: '4',
} as const;

/** What every upload of a sample contains. */
export const uploaded = 'the bytes of a file';

export interface ComparingServer {
  readonly baseUrl: string;
  /** Paths in the order in which they were called, each with how the request differs from the recorded one. */
  readonly calls: readonly { readonly path: string; readonly difference: string | null }[];
  close(): void;
}

/** Answers each request as it was recorded, after comparing it with the recorded request. */
export async function startComparingServer(
  operations: readonly OperationContent[],
): Promise<ComparingServer> {
  const calls: { readonly path: string; readonly difference: string | null }[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const body = await bodyOf(request);
    if (path === '/service/getAccessToken' && isTokenOfSdk(body)) return sendToken(response);
    const operation = operations.find((each) => each.path === path);
    if (operation === undefined) return response.writeHead(404).end();
    calls.push({ path, difference: await differenceOf(operation, request, body) });
    answer(response, operation);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return { baseUrl: `http://127.0.0.1:${address.port}`, calls, close: () => server.close() };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

const credentials = { appId: environment.APP_ID, appSecret: environment.APP_SECRET };

function isTokenOfSdk(body: Buffer): boolean {
  return isDeepStrictEqual(jsonIn(body), credentials);
}

function sendToken(response: ServerResponse): void {
  const data = { accessToken: environment.ACCESS_TOKEN, expiresIn: Date.now() + 3_600_000, corpId: 1 };
  sendJson(response, { code: '0', msg: '成功', data });
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(value));
}

function answer(response: ServerResponse, { answered, answer: { kind } }: OperationContent): void {
  if (kind !== 'file') {
    sendJson(response, answered);
    return;
  }
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename="file"',
  });
  response.end('bytes');
}

async function differenceOf(
  operation: OperationContent,
  { method, headers }: IncomingMessage,
  body: Buffer,
): Promise<string | null> {
  const call = sampleCall(operation, '', operation.sent);
  const wanted = {
    ...(call.needsToken ? { appid: environment.APP_ID, accesstoken: environment.ACCESS_TOKEN } : {}),
    ...(call.needsUser ? { userid: environment.USER_ID } : {}),
    ...(call.needsSource ? { source: 'pc' } : {}),
  };
  if (method !== 'POST') return `method ${method}`;
  for (const [name, value] of Object.entries(wanted)) {
    if (headers[name] !== value) return `${name}: ${headers[name]}`;
  }
  if (call.takesKey && (headers['idempotency-key'] ?? '') === '') return 'no Idempotency-Key';
  const type = headers['content-type'] ?? '';
  if (call.uploads) {
    const sent = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    return differenceOfForm(sent, formFields(call));
  }
  if (!type.startsWith('application/json')) return `content-type ${type}`;
  return isDeepStrictEqual(jsonIn(body), operation.sent) ? null : `body ${body.toString()}`;
}

async function differenceOfForm(
  form: FormData,
  fields: readonly (readonly [name: string, value: string])[],
): Promise<string | null> {
  const file = form.get('file');
  if (!(file instanceof File) || file.name === '' || (await file.text()) !== uploaded) return 'no file';
  const others = [...form].filter(([name]) => name !== 'file');
  return isDeepStrictEqual(others, fields) ? null : `fields ${JSON.stringify(others)}`;
}
