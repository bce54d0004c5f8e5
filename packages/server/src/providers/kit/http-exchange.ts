import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { ProviderOutage } from './provider-failure.js';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as it is: signatures are computed over these bytes. */
  readonly body: Uint8Array | null;
  /** Limit for the complete answer. */
  readonly limitMs: number;
  readonly maxAnswerBytes: number;
}

export interface HttpAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** As received: signatures are verified over these bytes. */
  readonly body: Buffer;
}

/** Sends one request. @throws ProviderOutage */
export type HttpExchange = (request: HttpRequest) => Promise<HttpAnswer>;

/** A provider that is not reached in this time is out of reach, and another one can be asked. */
const CONNECT_MS = 2_500;
/** Shorter than the idle limits of usual servers, which otherwise close a connection at the moment of its reuse. */
const IDLE_MS = 4_000;

/** TLS beyond what Node.js does by itself, PEM. */
export interface HttpTls {
  /** The only authorities that a server's certificate may come from. */
  readonly ca?: string;
  /** Certificate of this client, and its key. */
  readonly cert?: string;
  readonly key?: string;
}

/**
 * Sends requests to addresses from the operator's settings. Follows no redirects, which would carry signed requests and
 * secrets elsewhere. `fetch` does not tell whether a failed request was sent, on which it depends whether another
 * provider may be asked.
 */
export function openHttpExchange(tls: HttpTls = {}): HttpExchange {
  const kept = { keepAlive: true, timeout: IDLE_MS };
  const [plain, secure] = [new HttpAgent(kept), new HttpsAgent({ ...kept, ...tls })];
  return (request) =>
    new Promise((resolve, reject) => {
      const { method, url, headers, body } = request;
      const options = {
        method,
        headers: { ...headers, ...(body === null ? {} : { 'content-length': String(body.length) }) },
      };
      const isSecure = url.protocol === 'https:';
      const sent = isSecure
        ? httpsRequest(url, { ...options, agent: secure })
        : httpRequest(url, { ...options, agent: plain });
      let reached: ProviderOutage['reached'] = 'no';
      const end = (result: () => void): void => {
        clearTimeout(limit);
        clearTimeout(connecting);
        result();
      };
      const fail = (error: unknown): void => {
        end(() => reject(error instanceof ProviderOutage ? error : outageOf(error, reached)));
        sent.destroy();
      };
      const connecting = setTimeout(
        () => {
          if (reached === 'no') fail(new ProviderOutage('unreachable', 'no', `no connection to ${url.host}`));
        },
        Math.min(CONNECT_MS, request.limitMs),
      );
      const limit = setTimeout(
        () =>
          fail(new ProviderOutage('timeout', reached, `no answer within ${Math.ceil(request.limitMs)} ms`)),
        request.limitMs,
      );
      sent.on('socket', (socket) => {
        if (socket.connecting) {
          socket.once(isSecure ? 'secureConnect' : 'connect', () => {
            reached = 'perhaps';
          });
        } else reached = 'perhaps';
      });
      sent.on('error', fail);
      sent.on('response', (response) => {
        read(response, request.maxAnswerBytes).then(
          (answer) =>
            end(() => {
              resolve({ status: response.statusCode ?? 0, headers: response.headers, body: answer });
            }),
          fail,
        );
      });
      sent.end(body ?? undefined);
    });
}

async function read(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of response) {
      if (!Buffer.isBuffer(part)) continue;
      length += part.length;
      // Leaving the loop closes the connection.
      if (length > maxBytes) throw new ProviderOutage('garbled', 'perhaps', `more than ${maxBytes} bytes`);
      parts.push(part);
    }
  } catch (error) {
    throw error instanceof ProviderOutage
      ? error
      : new ProviderOutage('garbled', 'perhaps', `the answer is cut off (${codeOf(error)})`);
  }
  return Buffer.concat(parts);
}

function outageOf(error: unknown, reached: ProviderOutage['reached']): ProviderOutage {
  return new ProviderOutage('unreachable', reached, codeOf(error));
}

/** The code of the failure, because messages can contain the address with its query. */
function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.name : 'unknown';
}
