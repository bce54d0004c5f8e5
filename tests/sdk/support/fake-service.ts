import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { Cinnabar, type ClientOptions } from '@cinnabar/sdk';

export interface Seen {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The response to one request. */
export type Play = (response: ServerResponse, seen: Seen) => void;

export interface FakeService {
  readonly baseUrl: string;
  /** All requests except those for tokens, in order. */
  readonly seen: readonly Seen[];
  /** Number of requested tokens. */
  readonly tokens: () => number;
  /** Responses to successive requests; further requests get the last one. */
  play(...plays: readonly Play[]): void;
  /** Responses to token requests; by default a token valid for two hours. */
  playTokens(...plays: readonly Play[]): void;
  client(options?: Partial<ClientOptions>): Cinnabar;
  close(): Promise<void>;
}

/** A service that returns given responses, for cases that are rare with a real one. */
export async function fakeService(): Promise<FakeService> {
  const seen: Seen[] = [];
  let plays: Play[] = [success({})];
  let tokenPlays: Play[] = [token()];
  let tokens = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) };
      if (one.path === '/service/getAccessToken') {
        tokens += 1;
        next(tokenPlays)(response, one);
        return;
      }
      seen.push(one);
      next(plays)(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const baseUrl = `http://127.0.0.1:${port}`;
  return {
    baseUrl,
    seen,
    tokens: () => tokens,
    play(...given) {
      plays = [...given];
    },
    playTokens(...given) {
      tokenPlays = [...given];
    },
    client: (options = {}) =>
      new Cinnabar({ baseUrl, appId: 'app', appSecret: 'secret', userId: 7, ...options }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function next(plays: Play[]): Play {
  const [first = success({}), ...more] = plays;
  if (more.length > 0) plays.shift();
  return first;
}

const json = { 'content-type': 'application/json; charset=utf-8' };

export function success(data: unknown, more: Readonly<Record<string, unknown>> = {}): Play {
  return (response) =>
    response.writeHead(200, json).end(JSON.stringify({ code: '200', msg: '成功', data, ...more }));
}

export interface RefusalToPlay {
  readonly status?: number;
  readonly code: string;
  readonly msg?: string;
  readonly reason?: string;
  readonly field?: string;
  readonly problems?: readonly object[];
  readonly headers?: Readonly<Record<string, string>>;
}

export function refusal({ status = 200, msg = '不', headers = {}, ...rest }: RefusalToPlay): Play {
  // Fields omitted from an object are omitted from its JSON too.
  const envelope = { msg, data: null, ...rest };
  return (response) => response.writeHead(status, { ...json, ...headers }).end(JSON.stringify(envelope));
}

/** The request arrived, and its response is lost. */
export const broken: Play = (response) => response.destroy();

export const silence: Play = () => undefined;

export function page(status: number, text: string): Play {
  return (response) => response.writeHead(status, { 'content-type': 'text/html' }).end(text);
}

let drawn = 0;

/** A token that expires after this time, by the service's clock, which may differ from ours. */
export function token(lifetimeMs = 7_200_000, { aheadMs = 0 } = {}): Play {
  return (response) => {
    const now = Date.now() + aheadMs;
    drawn += 1;
    const data = { accessToken: `token ${drawn}`, expiresIn: now + lifetimeMs, corpId: 1 };
    response.writeHead(200, { ...json, date: new Date(now).toUTCString() });
    response.end(JSON.stringify({ code: '0', msg: '成功', data }));
  };
}

export const tokenInvalid = refusal({ status: 401, code: '401', reason: 'TOKEN_INVALID' });
