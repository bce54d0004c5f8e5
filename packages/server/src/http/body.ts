import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

export { MAX_JSON_BYTES } from '@cinnabar/api/operation.js';

import { refuse, refuseFor } from '../operation/refusal.js';
import { requireRate } from './arrival-rate.js';
import type { Sender } from './body-memory.js';
import type { Exchange } from './exchange.js';
import { noPlace } from './within-places.js';

/** Time limit for a body that is read into memory, ms: no client may hold memory for long. */
const BODY_MS = 30_000;
/** Deeper nesting has no use here, and must not overflow the stack of recursive code. */
const MAX_JSON_DEPTH = 64;

/** More bytes than allowed. The rest is read and discarded, so that the client receives the answer. */
export class BodyTooLarge extends Error {}

/** The client disconnected before its body had arrived, so no answer can be sent. */
export class RequestAborted extends Error {}

const nothing = Buffer.alloc(0);
/** Retry-After, in seconds, for a body that found no memory. */
const RETRY_AFTER = 1;

/**
 * Reads a body of at most `limit` bytes into memory. A body that arrives too slowly is aborted.
 * @throws BodyTooLarge, RequestAborted; Refusal 429 and 503 if the memory for such bodies is exhausted
 */
export function readBody(
  { request, address, bodies }: Pick<Exchange, 'request' | 'address' | 'bodies'>,
  limit: number,
  sender: Sender = 'anonymous',
): Promise<Buffer> {
  const declared = request.headers['content-length'];
  if (declared === undefined && request.headers['transfer-encoding'] === undefined)
    return Promise.resolve(nothing);
  if (declared !== undefined && Number(declared) > limit) return Promise.reject(new BodyTooLarge());
  if (request.destroyed) return Promise.reject(new RequestAborted());
  const whole = arrivedBody(request, limit);
  if (whole !== null) return Promise.resolve(whole);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const share = bodies.memory.shareOf(sender, address);
    const endWatch = requireRate(request, bodies.bytesPerSecond);
    const late = setTimeout(() => request.destroy(), BODY_MS);
    late.unref();
    function stop(): void {
      share.release();
      endWatch();
      clearTimeout(late);
      request.off('data', take);
      request.off('end', finish);
      request.off('close', abort);
      request.off('error', abort);
    }
    function take(chunk: Buffer): void {
      size += chunk.length;
      if (size > limit) {
        refuseRest(new BodyTooLarge());
        return;
      }
      const exhausted = share.grow(chunk.length);
      if (exhausted === null) chunks.push(chunk);
      else refuseRest(noPlace(exhausted === 'address' ? '429' : '503', RETRY_AFTER));
    }
    /** Reads and discards the rest, so that the client receives the reason. */
    function refuseRest(reason: Error): void {
      stop();
      chunks.length = 0;
      request.on('error', () => undefined);
      request.resume();
      reject(reason);
    }
    function finish(): void {
      stop();
      const [only] = chunks;
      resolve(chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, size));
    }
    function abort(): void {
      stop();
      request.on('error', () => undefined);
      reject(new RequestAborted());
    }
    request.on('data', take);
    request.on('end', finish);
    request.on('close', abort);
    request.on('error', abort);
  });
}

/**
 * A body that has arrived completely, as most small ones have, in one packet with their headers. Reading it
 * synchronously avoids stream events, which cost more than parsing JSON. null: wait for it.
 */
function arrivedBody(request: IncomingMessage, limit: number): Buffer | null {
  if (!request.complete || request.readableLength > limit) return null;
  const all: unknown = request.read();
  return all instanceof Buffer ? all : null;
}

export interface ContentType {
  /** Lower case, without parameters; '' if the header is absent. */
  readonly mediaType: string;
  /** Parameter names in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
}

const parameter = /;\s*([\w!#$&^.+-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g;

export function contentTypeOf(header: string | undefined): ContentType {
  const given = header ?? '';
  const end = given.indexOf(';');
  const parameters = new Map<string, string>();
  if (end !== -1) {
    for (const [, name = '', quoted, bare = ''] of given.slice(end).matchAll(parameter)) {
      parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? bare);
    }
  }
  return { mediaType: (end === -1 ? given : given.slice(0, end)).trim().toLowerCase(), parameters };
}

/** A body is JSON in UTF-8 (RFC 8259); an empty body needs no content type. Refuses with 415. */
export function requireJson(header: string | undefined, bytes: Buffer): void {
  if (header === 'application/json' || bytes.length === 0) return;
  const { mediaType, parameters } = contentTypeOf(header);
  const charset = parameters.get('charset')?.toLowerCase() ?? 'utf-8';
  if (mediaType === 'application/json' && (charset === 'utf-8' || charset === 'utf8')) return;
  throw refuse('415', { zh: '须为 application/json', en: 'send application/json' });
}

/** Parses a JSON body; an empty one means `{}`. Refuses with 400, reason INVALID_BODY. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  if (!isUtf8(bytes)) throw refuseFor('INVALID_BODY', { zh: '须为 UTF-8 编码', en: 'it must be UTF-8' });
  const decoded = bytes.toString('utf8');
  const text = decoded.startsWith('\uFEFF') ? decoded.slice(1) : decoded;
  if (text.trim() === '') return {};
  const value = parsed(text);
  if (text.length > 2 * MAX_JSON_DEPTH && nesting(text) > MAX_JSON_DEPTH) {
    throw refuseFor('INVALID_BODY', { zh: '嵌套层次过深', en: 'it is nested too deeply' });
  }
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refuseFor('INVALID_BODY', { zh: '不是有效的 JSON', en: 'it is not valid JSON' });
  }
}

/** Maximum nesting of valid JSON. */
function nesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') {
      inString = true;
    } else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (character === '}' || character === ']') {
      depth -= 1;
    }
  }
  return deepest;
}
