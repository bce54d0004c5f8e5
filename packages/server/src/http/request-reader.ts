import { createHash } from 'node:crypto';
import type { AnyOperation } from '@cinnabar/api/operation.js';
import type { Upload } from '../operation/handler.js';
import { Refusal, refuse } from '../operation/refusal.js';
import { BodyTooLarge, parseJson, readBody, requireJson } from './body.js';
import type { Sender } from './body-memory.js';
import type { Exchange } from './exchange.js';
import { boundaryOf, FORM_OVERHEAD_BYTES, fileTooLarge, readForm } from './multipart.js';
import type { Uploads } from './uploads.js';

/** Input of a request besides its headers. */
export interface RequestBody {
  /** Parsed, not yet checked against the operation. */
  readonly value: unknown;
  readonly upload: Upload | null;
}

/** Reads a request: its body as JSON, or as a form if the operation takes a file, and fields from the address. */
export async function readRequest(
  operation: AnyOperation,
  exchange: Pick<Exchange, 'request' | 'address' | 'bodies'>,
  uploads: Uploads,
  sender: Sender,
): Promise<RequestBody> {
  const { request } = exchange;
  if (operation.file !== null) return readFormOf(operation, operation.file.maxBytes, exchange, uploads);
  const bytes = await readBody(exchange, operation.maxBodyBytes, sender);
  requireJson(request.headers['content-type'], bytes);
  return { value: withQuery(operation, parseBody(operation, bytes), request.url ?? ''), upload: null };
}

/** 415 naming the accepted content type. */
export function wrongMediaType({ file }: AnyOperation): Refusal {
  const mediaType = file === null ? 'application/json' : 'multipart/form-data';
  return refuse('415', { zh: `须为 ${mediaType}`, en: `send ${mediaType}` });
}

/**
 * Fields that the operation takes from the query string. A repeated one is not a text and is refused as such; an empty
 * one is ignored, because clients send it for an empty form input.
 */
function withQuery({ query }: AnyOperation, body: unknown, url: string): unknown {
  if (query.length === 0 || typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const start = url.indexOf('?');
  const given = new URLSearchParams(start === -1 ? '' : url.slice(start));
  const fields = query.flatMap((name) => {
    const [only = '', ...more] = given.getAll(name);
    if (more.length > 0) return [[name, [only, ...more]]];
    return only === '' ? [] : [[name, only]];
  });
  return { ...body, ...Object.fromEntries(fields) };
}

async function readFormOf(
  operation: AnyOperation,
  maxBytes: number,
  { request, address }: Pick<Exchange, 'request' | 'address'>,
  uploads: Uploads,
): Promise<RequestBody> {
  const boundary = boundaryOf(request.headers['content-type']);
  const limit = maxBytes + FORM_OVERHEAD_BYTES;
  const bytes = await uploads.receive(request, address, limit).catch((error: unknown) => {
    throw error instanceof BodyTooLarge ? fileTooLarge(maxBytes) : error;
  });
  const { fields, upload } = readForm(boundary, bytes, maxBytes);
  return { value: withQuery(operation, fields, request.url ?? ''), upload };
}

/** An operation's own code for invalid bodies also applies to bodies that cannot be parsed. */
function parseBody(operation: AnyOperation, bytes: Buffer): unknown {
  try {
    return parseJson(bytes);
  } catch (error) {
    const unreadable = error instanceof Refusal && error.reason === 'INVALID_BODY';
    throw unreadable && operation.invalidBody !== '400' ? refuse(operation.invalidBody, error.words) : error;
  }
}

/**
 * SHA-256 of everything that identifies a request: operation, acting member, body. A file is hashed by name and
 * content, because every attempt generates a new boundary.
 */
export function requestHash(operation: AnyOperation, userId: number | null, body: RequestBody): Uint8Array {
  const hash = createHash('sha256');
  const fileName = body.upload?.fileName ?? null;
  hash.update(JSON.stringify([operation.path, userId, body.value, fileName]));
  if (body.upload !== null) hash.update(body.upload.bytes);
  return hash.digest();
}
