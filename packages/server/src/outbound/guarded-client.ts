import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { type AddressGuard, AddressRefused, AddressUnknown } from './address-guard.js';

export type PostFailure = 'ADDRESS_REFUSED' | 'ADDRESS_UNKNOWN' | 'NOT_REACHED' | 'NOT_SECURE' | 'TIMEOUT';

export class PostFailed extends Error {
  constructor(
    readonly failure: PostFailure,
    options: ErrorOptions = {},
  ) {
    super(failure, options);
    this.name = 'PostFailed';
  }
}

export interface PostAnswer {
  readonly status: number;
  /** The raw header Retry-After. */
  readonly retryAfter: string | null;
  /** The beginning of the body, as UTF-8. */
  readonly beginning: string;
}

/** A longer response is not read to its end: its connection is closed. */
const MAX_RESPONSE_BYTES = 64 * 1024;

/**
 * Posts bytes to user-supplied URLs (SSRF protection). Connects only to addresses permitted by the guard, follows no
 * redirects, and applies one deadline to the whole request. Connections are kept alive and reused.
 */
export class GuardedClient {
  readonly #guard: AddressGuard;
  readonly #deadlineMs: number;
  readonly #keptBytes: number;
  readonly #plain: HttpAgent;
  readonly #secure: HttpsAgent;

  /** @param options.keptBytes bytes of the response body to keep */
  constructor(options: { guard: AddressGuard; deadlineMs: number; keptBytes: number }) {
    this.#guard = options.guard;
    this.#deadlineMs = options.deadlineMs;
    this.#keptBytes = options.keptBytes;
    const kept = { keepAlive: true, timeout: 60_000 };
    this.#plain = new HttpAgent({ ...kept, lookup: options.guard.lookup(false) });
    this.#secure = new HttpsAgent({ ...kept, lookup: options.guard.lookup(true) });
  }

  /** @throws PostFailed */
  async post(
    address: string,
    headers: Readonly<Record<string, string>>,
    body: Uint8Array,
  ): Promise<PostAnswer> {
    const until = performance.now() + this.#deadlineMs;
    try {
      return await this.#attempt(address, headers, body, until);
    } catch (error) {
      // The receiver closed a kept-alive connection at the moment of its reuse, which says nothing about the receiver.
      if (!(error instanceof StaleConnection)) throw error;
      return this.#attempt(address, headers, body, until);
    }
  }

  #attempt(
    address: string,
    headers: Readonly<Record<string, string>>,
    body: Uint8Array,
    until: number,
  ): Promise<PostAnswer> {
    const url = new URL(address);
    const secure = url.protocol === 'https:';
    return new Promise((resolve, reject) => {
      try {
        this.#guard.checkLiteral(url);
      } catch (error) {
        reject(failureOf(error));
        return;
      }
      const options = {
        method: 'POST',
        agent: secure ? this.#secure : this.#plain,
        headers: { ...headers, 'content-length': body.length },
      };
      const sent = secure ? httpsRequest(url, options) : httpRequest(url, options);
      let state: 'sent' | 'answered' | 'late' = 'sent';
      const fail = (error: unknown): void => {
        clearTimeout(timer);
        if (state === 'late') reject(new PostFailed('TIMEOUT'));
        else reject(state === 'sent' && isStale(sent, error) ? new StaleConnection() : failureOf(error));
      };
      const timer = setTimeout(
        () => {
          state = 'late';
          sent.destroy();
          fail(null);
        },
        Math.max(1, until - performance.now()),
      );
      sent.on('error', fail);
      sent.on('response', (response) => {
        state = 'answered';
        this.#read(response).then((answer) => {
          clearTimeout(timer);
          resolve(answer);
        }, fail);
      });
      sent.end(body);
    });
  }

  async #read(response: IncomingMessage): Promise<PostAnswer> {
    const parts: Buffer[] = [];
    let read = 0;
    for await (const part of response) {
      if (!Buffer.isBuffer(part)) continue;
      if (read < this.#keptBytes) parts.push(part.subarray(0, this.#keptBytes - read));
      read += part.length;
      // Leaving the loop closes the connection.
      if (read > MAX_RESPONSE_BYTES) break;
    }
    return {
      status: response.statusCode ?? 0,
      retryAfter: response.headers['retry-after'] ?? null,
      beginning: Buffer.concat(parts).toString('utf8'),
    };
  }

  close(): void {
    this.#plain.destroy();
    this.#secure.destroy();
  }
}

/** A kept-alive connection had ended before any response bytes. */
class StaleConnection extends PostFailed {
  constructor() {
    super('NOT_REACHED');
  }
}

function isStale(sent: ClientRequest, error: unknown): boolean {
  return sent.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function failureOf(error: unknown): PostFailed {
  if (error instanceof PostFailed) return error;
  if (error instanceof AddressRefused) return new PostFailed('ADDRESS_REFUSED', { cause: error });
  if (error instanceof AddressUnknown) return new PostFailed('ADDRESS_UNKNOWN', { cause: error });
  const secure = /^(CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|ERR_TLS|ERR_SSL|EPROTO|HOSTNAME_)/.test(
    codeOf(error),
  );
  return new PostFailed(secure ? 'NOT_SECURE' : 'NOT_REACHED', { cause: error });
}
