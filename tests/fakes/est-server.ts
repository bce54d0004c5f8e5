/** An authority that speaks EST (RFC 7030), strictly: anything else than what the RFC demands is refused. */
import type { FakeAnswer, FakeRequest } from './fake-server.js';

export const EST_ACCOUNT = { user: 'cinnabar', password: 'est: a password' };

export interface EstFakeOptions {
  /** The chain for a request (PKCS #10, DER): the certificate as certs-only PKCS #7, DER. */
  certify(request: Buffer): Uint8Array;
  /** Those above it, as certs-only PKCS #7, DER. */
  readonly cacerts: Uint8Array;
}

export class FakeEst {
  /** Requests that it has certified, base64. */
  readonly certified: string[] = [];
  /** How often a request is answered by 202 before it is certified. */
  pendingTimes = 0;
  retryAfter: string | null = '3600';
  /** Statuses of the next enrolments. */
  readonly refusals: number[] = [];
  /** Instead of the next answers to enrolments. */
  readonly answers: FakeAnswer[] = [];
  readonly #options: EstFakeOptions;
  readonly #asked = new Map<string, number>();

  constructor(options: EstFakeOptions) {
    this.#options = options;
  }

  readonly answer = ({ method, url, headers, body }: FakeRequest): FakeAnswer => {
    const [, op] =
      /^\/\.well-known\/est\/(?:[\w.~-]+\/)?(cacerts|simpleenroll|simplereenroll)$/.exec(url.pathname) ?? [];
    if (op === undefined || url.search !== '') return { status: 404, body: '' };
    if (op === 'cacerts')
      return method === 'GET' ? certsOnly(this.#options.cacerts) : { status: 405, body: '' };
    if (method !== 'POST') return { status: 405, body: '' };
    const { user, password } = EST_ACCOUNT;
    if (headers.authorization !== `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`)
      return { status: 401, headers: { 'www-authenticate': 'Basic realm="est"' }, body: '' };
    if (headers['content-type'] !== 'application/pkcs10') return { status: 415, body: '' };
    const text = body.toString('latin1');
    const isBase64 = /^(?:[A-Za-z0-9+/=]{1,76}\r?\n)+$/.test(text);
    const request = Buffer.from(text, 'base64');
    if (!isBase64 || request[0] !== 0x30) return { status: 400, body: 'not a PKCS #10' };
    const given = this.answers.shift();
    if (given !== undefined) return given;
    const refusal = this.refusals.shift();
    if (refusal !== undefined)
      return { status: refusal, headers: { 'content-type': 'text/plain' }, body: text };
    const base64 = request.toString('base64');
    const times = this.#asked.get(base64) ?? 0;
    this.#asked.set(base64, times + 1);
    if (times < this.pendingTimes) {
      const after = this.retryAfter;
      return { status: 202, ...(after === null ? {} : { headers: { 'retry-after': after } }), body: '' };
    }
    this.certified.push(base64);
    return certsOnly(this.#options.certify(request));
  };
}

export function certsOnly(pkcs7: Uint8Array): FakeAnswer {
  const lines =
    Buffer.from(pkcs7)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return {
    status: 200,
    headers: {
      'content-type': 'application/pkcs7-mime; smime-type=certs-only',
      'content-transfer-encoding': 'base64',
    },
    body: `${lines.join('\n')}\n`,
  };
}
