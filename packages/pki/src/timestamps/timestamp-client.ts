import { randomBytes } from 'node:crypto';
import { DerError } from '../asn1/der.js';
import { readCommonName } from '../certificates/distinguished-name.js';
import { type ParsedCertificate, serialNumberText } from '../certificates/parsed-certificate.js';
import { TimestampError } from './timestamp-error.js';
import { messageImprint, timestampRequest } from './timestamp-request.js';
import { readTimestampResponse } from './timestamp-response.js';
import type { Timestamp, TimestampSource } from './timestamp-source.js';
import { verifyTimestamp } from './verify-timestamp.js';

export interface TimestampClientOptions {
  /** URL of the authority as configured; user name and password in it are sent as HTTP Basic authentication. */
  readonly address: string;
  /** Trust anchors of its certificate. */
  readonly anchors: readonly ParsedCertificate[];
  /** Requested policy, dotted; null: any. */
  readonly policy: string | null;
  /** Time limit for a response, ms. */
  readonly deadlineMs: number;
}

/** Maximum size of a response; a token with a long chain has 10 kB. */
const MAX_BYTES = 64 * 1024;
const FIRST_GUESS = 6 * 1024;

/**
 * Client of an external timestamp authority over HTTP (RFC 3161, 3.4). Every token is verified before it is used.
 * @example
 * ```ts
 * import { createHash } from 'node:crypto';
 * import { type ParsedCertificate, TimestampClient } from '@cinnabar/pki';
 *
 * async function stamp(data: Uint8Array, anchors: readonly ParsedCertificate[]): Promise<Uint8Array> {
 *   const address = 'https://tsa.example.cn/tsa';
 *   const client = new TimestampClient({ address, anchors, policy: null, deadlineMs: 10_000 });
 *   const { token } = await client.stamp(createHash('sha256').update(data).digest(), new Date());
 *   return token;
 * }
 * ```
 */
export class TimestampClient implements TimestampSource {
  readonly #options: TimestampClientOptions;
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  #longest = FIRST_GUESS;

  constructor(options: TimestampClientOptions) {
    this.#options = options;
    const url = new URL(options.address);
    const { username, password } = url;
    url.username = '';
    url.password = '';
    this.#url = url.href;
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    this.#headers = {
      'content-type': 'application/timestamp-query',
      accept: 'application/timestamp-reply',
      ...(username === '' ? {} : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
    };
  }

  /** URL of the authority, without credentials. */
  get address(): string {
    return this.#url;
  }

  /** Length of the longest token so far, plus a margin: tokens of one authority differ by a few bytes. */
  get expectedLength(): number {
    return this.#longest;
  }

  async stamp(digest: Uint8Array, _now: Date): Promise<Timestamp> {
    const { anchors, policy } = this.#options;
    // An unpredictable nonce, which detects a response to another request, or an old one.
    const nonce = BigInt.asUintN(63, randomBytes(8).readBigUInt64BE());
    const response = await this.#ask(timestampRequest(messageImprint('sha256', digest), nonce, policy));
    const token = tokenOf(response);
    const { info, path } = verifyTimestamp(token, {
      imprint: (algorithm) => {
        if (algorithm === 'sha256') return digest;
        throw new TimestampError('IMPRINT_MISMATCH', `an imprint of ${algorithm} was not asked for`);
      },
      nonce,
      ...(policy === null ? {} : { policy }),
      anchors,
    });
    this.#longest = Math.max(this.#longest === FIRST_GUESS ? 0 : this.#longest, token.length + 64);
    const [certificate] = path;
    return {
      token,
      time: info.time,
      serialNumber: serialNumberText(info.serialNumber),
      authority: (certificate === undefined ? '' : readCommonName(certificate.subject)) || this.#url,
    };
  }

  async #ask(request: Uint8Array): Promise<Uint8Array> {
    const signal = AbortSignal.timeout(this.#options.deadlineMs);
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: this.#headers,
        body: new Uint8Array(request),
        // The operator configured only this URL.
        redirect: 'error',
        signal,
      });
      return await this.#read(response);
    } catch (error) {
      if (error instanceof TimestampError) throw error;
      if (signal.aborted)
        throw new TimestampError('DEADLINE', `${this.#url} gave no answer in ${this.#options.deadlineMs} ms`);
      throw new TimestampError('UNREACHABLE', `${this.#url}: ${causeOf(error)}`, { cause: error });
    }
  }

  async #read(response: Response): Promise<Uint8Array> {
    const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
    if (response.status !== 200 || type !== 'application/timestamp-reply') {
      await response.body?.cancel();
      const detail = `${this.#url} answered with ${response.status} and ${type ?? 'no type'}`;
      throw new TimestampError('BAD_ANSWER', detail);
    }
    const parts: Uint8Array[] = [];
    let length = 0;
    // Leaving the loop early cancels the download.
    for await (const part of response.body ?? []) {
      length += part.length;
      if (length > MAX_BYTES)
        throw new TimestampError('TOO_LARGE', `${this.#url} answered with more than ${MAX_BYTES} bytes`);
      parts.push(part);
    }
    return Buffer.concat(parts);
  }
}

function tokenOf(response: Uint8Array): Uint8Array {
  let read: ReturnType<typeof readTimestampResponse>;
  try {
    read = readTimestampResponse(response);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw new TimestampError('MALFORMED', error.message, { cause: error });
  }
  if (read.token !== null) return read.token;
  const { status, failures, words } = read;
  throw new TimestampError('REJECTED', `status ${status} ${failures.join(' ')} ${words}`.trim());
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
