import type { OutgoingHttpHeaders } from 'node:http';
import type { FileAnswer } from '@cinnabar/api/operation.js';
import type { Refusal } from '../operation/refusal.js';
import { errorText } from './envelope.js';
import type { Language } from './language.js';

/** An HTTP answer. `code` is for log and metrics. */
export interface HttpAnswer {
  readonly status: number;
  readonly code: string;
  readonly headers: OutgoingHttpHeaders;
  /** Parts are sent in order, as fast as the client reads them. */
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array>;
}

const jsonHeaders: OutgoingHttpHeaders = { 'content-type': 'application/json; charset=utf-8' };

export function jsonAnswer(
  status: number,
  code: string,
  text: string,
  headers: OutgoingHttpHeaders = jsonHeaders,
): HttpAnswer {
  return { status, code, headers, body: text };
}

export function refusalAnswer(
  refusal: Refusal,
  language: Language,
  headers: OutgoingHttpHeaders = {},
): HttpAnswer {
  const { status, text } = errorText(refusal, language);
  const retryAfter = refusal.retryAfter === null ? {} : { 'retry-after': String(refusal.retryAfter) };
  return jsonAnswer(status, refusal.code, text, { ...jsonHeaders, ...retryAfter, ...headers });
}

/**
 * A Content-Disposition that every browser understands: an ASCII fallback, and the name itself (RFC 6266, RFC 8187).
 */
export function contentDisposition(kind: 'inline' | 'attachment', fileName: string): string {
  const standIn = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${standIn}"; filename*=UTF-8''${encoded}`;
}

/** The answer of an operation that returns a file. */
export function fileAnswer(output: unknown): HttpAnswer {
  if (!isFileAnswer(output)) throw new TypeError('an operation that returns a file returned something else');
  const { fileName, mediaType, bytes } = output;
  return {
    status: 200,
    code: '200',
    headers: {
      'content-type': mediaType,
      'content-disposition': contentDisposition('attachment', fileName),
    },
    body: bytes,
  };
}

function isParts(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function isFileAnswer(value: unknown): value is FileAnswer {
  return (
    typeof value === 'object' &&
    value !== null &&
    'bytes' in value &&
    (value.bytes instanceof Uint8Array || isParts(value.bytes)) &&
    'fileName' in value &&
    typeof value.fileName === 'string' &&
    'mediaType' in value &&
    typeof value.mediaType === 'string'
  );
}
