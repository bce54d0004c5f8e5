import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { StoreFailure } from '../store-failure.js';
import { AttemptLimit } from './attempt-limit.js';
import { type Digests, digestsOf } from './digests.js';
import { addressOf, type S3Target } from './s3-target.js';
import { hasRoot, textIn } from './xml.js';

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** '' for the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Root element of the answer: an answer without it failed, whatever its status says. */
  readonly root?: string;
}

export interface S3Answer {
  readonly headers: Headers;
  readonly body: Buffer;
}

/** Why a request is repeated. */
export type RetryCause = 'connection' | 'timeout' | 'answer';

export type OnRetry = (cause: RetryCause, failure: StoreFailure) => void;

const MAX_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 100;
/** Codes with a status below 500 of requests that were damaged or delayed on the way, or that came too fast. */
const PASSING = new Set([
  ...['RequestTimeout', 'BadDigest', 'IncompleteBody', 'XAmzContentSHA256Mismatch', 'SlowDown'],
  ...['OperationAborted', 'InternalError', 'ServiceUnavailable'],
]);

/**
 * Signed requests to one bucket. All of them may be repeated: keys are content hashes, so writing an object twice
 * writes the same content; of an upload in parts that is begun twice, tidying up removes one.
 *
 * Every body is sent with its MD5 and its SHA-256, of which the second is signed, so that the store refuses bytes that
 * were damaged on the way.
 */
export class S3Client {
  readonly target: S3Target;
  readonly #onRetry: OnRetry;
  /** Signing keys by day. */
  readonly #keys = new Map<string, ArrayBuffer>();

  constructor(target: S3Target, onRetry: OnRetry = () => undefined) {
    this.target = target;
    this.#onRetry = onRetry;
  }

  /**
   * @returns null if there is no such object, for a copy none to be copied
   * @throws StoreFailure
   */
  async send(request: S3Request): Promise<S3Answer | null> {
    const digests = await digestsOf(request.body ?? new Uint8Array());
    const deadline = performance.now() + this.target.deadlineMs;
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#attempt(request, digests, deadline - performance.now());
      if (!('failure' in outcome)) return outcome.answer;
      const waits = FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random());
      const isLast = attempt === MAX_ATTEMPTS || performance.now() + waits >= deadline;
      if (outcome.cause === null || isLast) throw outcome.failure;
      this.#onRetry(outcome.cause, outcome.failure);
      await pause(waits);
    }
  }

  /**
   * The answer to a request that finds or makes what it names.
   * @throws StoreFailure
   */
  async require(request: S3Request): Promise<S3Answer> {
    const answer = await this.send(request);
    if (answer !== null) return answer;
    throw new StoreFailure('unavailable', 'NoSuchKey', `${request.method} ${request.key}`);
  }

  async #attempt(request: S3Request, digests: Digests, leftMs: number): Promise<Outcome> {
    const { method, key, query, body } = request;
    const what = `${method} ${key === '' ? `bucket ${this.target.bucket}` : key}`;
    const signed = await new AwsV4Signer({
      method,
      url: addressOf(this.target, key, query).href,
      headers: { ...request.headers, ...bodyHeaders(request, digests) },
      service: 's3',
      region: this.target.region,
      accessKeyId: this.target.accessKeyId,
      secretAccessKey: this.target.secretAccessKey,
      cache: this.#keys,
    }).sign();
    // The bytes and their length as they are stored. Not signed, because proxies change it.
    signed.headers.set('accept-encoding', 'identity');
    if (body !== undefined) signed.headers.set('content-length', String(body.length));
    // Half of what is left: a request that hangs is repeated on another connection.
    const limit = new AttemptLimit({ silence: leftMs / 2, whole: leftMs });
    try {
      const response = await fetch(signed.url, {
        method,
        headers: signed.headers,
        redirect: 'manual',
        signal: limit.signal,
        body: body === undefined ? null : ReadableStream.from(slicesOf(body, limit)),
        duplex: 'half',
      });
      return judge(request, what, response, await bodyOf(response, limit));
    } catch (error) {
      const isLate = limit.signal.aborted;
      const detail = isLate ? 'no answer in time' : connectionProblem(error);
      return {
        cause: isLate ? 'timeout' : 'connection',
        failure: new StoreFailure('unavailable', null, `${what}: ${detail}`, { cause: error }),
      };
    } finally {
      limit.clear();
    }
  }
}

const SLICE_BYTES = 1 << 16;

/** Whoever asks for the next slice has passed on the one before. */
function* slicesOf(body: Uint8Array, limit: AttemptLimit): Generator<Uint8Array> {
  for (let offset = 0; offset < body.length; offset += SLICE_BYTES) {
    limit.moved();
    yield body.subarray(offset, offset + SLICE_BYTES);
  }
}

async function bodyOf(response: Response, limit: AttemptLimit): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body ?? []) {
    limit.moved();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** cause: null if repeating the request is of no use. */
type Outcome =
  | { readonly answer: S3Answer | null }
  | { readonly failure: StoreFailure; readonly cause: RetryCause | null };

function judge(
  { method, key, root }: S3Request,
  what: string,
  { status, ok, headers }: Response,
  body: Buffer,
): Outcome {
  const length = headers.get('content-length');
  const isWhole = method === 'HEAD' || length === null || Number(length) === body.length;
  if (!isWhole) return passing(null, `${what}: ${body.length} of ${length} bytes arrived`);
  const xml = ok && root === undefined ? '' : body.toString('utf8');
  // A copy or a completed upload begins to answer 200 before it has failed, and whatever stands between may answer
  // anything: what is read or written has an ETag, and everything else an answer of its own.
  const hasTag = method === 'DELETE' || key === '' || headers.has('etag');
  if (ok && (root === undefined ? hasTag : hasRoot(xml, root))) return { answer: { headers, body } };
  const code = textIn(xml, 'Code');
  const detail = `${what}: ${status}${code === null ? '' : ` ${code}`}`;
  // The answer to HEAD has no body.
  if (status === 404 && (code === 'NoSuchKey' || method === 'HEAD')) return { answer: null };
  if (ok || status >= 500 || status === 429 || status === 408 || PASSING.has(code ?? ''))
    return passing(code, detail);
  return { failure: new StoreFailure('refused', code, detail), cause: null };
}

function passing(code: string | null, detail: string): Outcome {
  return { failure: new StoreFailure('unavailable', code, detail), cause: 'answer' };
}

function bodyHeaders({ body, root }: S3Request, { md5, sha256 }: Digests): Record<string, string> {
  if (body === undefined) return { 'x-amz-content-sha256': sha256 };
  return {
    'x-amz-content-sha256': sha256,
    'content-md5': md5.toString('base64'),
    'content-type': root === undefined ? 'application/octet-stream' : 'application/xml',
  };
}

/** fetch says `fetch failed`; the reason is the cause. */
function connectionProblem(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
