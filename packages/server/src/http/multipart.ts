import { isUtf8 } from 'node:buffer';
import { withoutDirections } from '@cinnabar/api/schemas/fields.js';
import type { Upload } from '../operation/handler.js';
import { invalidField, refuse, refuseFor } from '../operation/refusal.js';
import { contentTypeOf } from './body.js';

/** Maximum size of a form without its file. */
export const FORM_OVERHEAD_BYTES = 1024 * 1024;
const MAX_PARTS = 100;
const MAX_FILE_NAME_LENGTH = 255;

export interface Form {
  /** Text fields by name, validated like a JSON body. */
  readonly fields: Readonly<Record<string, string>>;
  readonly upload: Upload;
}

interface Part {
  readonly name: string;
  /** null: a text field. */
  readonly fileName: string | null;
  readonly bytes: Buffer;
}

/** FILE_UPLOAD_ERROR for a file above the operation's limit. */
export function fileTooLarge(maxBytes: number): Error {
  const mebibytes = Math.floor(maxBytes / 1024 / 1024);
  const [amount, unit] = mebibytes >= 1 ? [mebibytes, 'MiB'] : [maxBytes, 'bytes'];
  return refuse('FILE_UPLOAD_ERROR', {
    zh: `文件不得超过 ${amount} ${unit}`,
    en: `the file must not exceed ${amount} ${unit}`,
  });
}

/** The boundary of a multipart/form-data body. Refuses with 415. */
export function boundaryOf(contentTypeHeader: string | undefined): string {
  const { mediaType, parameters } = contentTypeOf(contentTypeHeader);
  if (mediaType !== 'multipart/form-data') {
    throw refuse('415', { zh: '须为 multipart/form-data', en: 'send multipart/form-data' });
  }
  const boundary = parameters.get('boundary') ?? '';
  if (boundary === '' || boundary.length > 200) throw malformed('boundary');
  return boundary;
}

/**
 * Parses a form (RFC 7578) with exactly one file, in the field `file`. The whole body is in memory: it is bounded, and
 * the file is hashed and examined as a whole anyway. The file's bytes are a view of the body.
 */
export function readForm(boundary: string, body: Buffer, maxFileBytes: number): Form {
  const fields: Record<string, string> = Object.create(null);
  let upload: Upload | null = null;
  for (const part of partsOf(boundary, body)) {
    if (part.fileName === null) {
      fields[part.name] = decoded(part.bytes);
      continue;
    }
    if (part.name !== 'file') continue;
    // A form with an unused file input sends an empty name and no bytes.
    if (part.fileName === '' && part.bytes.length === 0) continue;
    if (upload !== null) {
      throw invalidField('file', { zh: '只能上传一个文件', en: 'only one file can be sent' });
    }
    upload = { fileName: checkedName(part.fileName), bytes: part.bytes };
  }
  if (upload === null) throw invalidField('file', { zh: '必填', en: 'is required' });
  if (upload.bytes.length > maxFileBytes) throw fileTooLarge(maxFileBytes);
  return { fields: { ...fields }, upload };
}

function malformed(detail: string): Error {
  return refuseFor('INVALID_BODY', {
    zh: `multipart 格式有误（${detail}）`,
    en: `malformed multipart (${detail})`,
  });
}

function* partsOf(boundary: string, body: Buffer): Generator<Part> {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  const first = delimiter.subarray(2);
  let at = body.subarray(0, first.length).equals(first)
    ? first.length
    : after(body.indexOf(delimiter), delimiter);
  for (let count = 0; at !== -1; count += 1) {
    if (count > MAX_PARTS) throw malformed('too many parts');
    // `--` after the delimiter closes the form; white space may pad a delimiter (RFC 2046 section 5.1.1).
    if (body[at] === 0x2d && body[at + 1] === 0x2d) return;
    const lineEnd = body.indexOf('\r\n', at, 'latin1');
    if (lineEnd === -1) break;
    const end = body.indexOf(delimiter, lineEnd);
    if (end === -1) break;
    const part = partFrom(body, lineEnd, end);
    if (part !== null) yield part;
    at = end + delimiter.length;
  }
  throw malformed('no closing boundary');
}

function after(index: number, delimiter: Buffer): number {
  return index === -1 ? -1 : index + delimiter.length;
}

/** The part between two delimiters; null if it is not a form field. `start` is the line end of the delimiter. */
function partFrom(body: Buffer, start: number, end: number): Part | null {
  const headEnd = body.indexOf('\r\n\r\n', start, 'latin1');
  if (headEnd === -1 || headEnd > end) throw malformed('part without headers');
  const disposition = dispositionOf(body.subarray(start, headEnd));
  if (disposition === null) return null;
  const name = disposition.get('name');
  if (name === undefined) return null;
  return {
    name,
    fileName: disposition.get('filename*') ?? disposition.get('filename') ?? null,
    bytes: body.subarray(headEnd + 4, end),
  };
}

const dispositionLine = /^content-disposition\s*:\s*form-data\s*(;.*)$/im;
const dispositionParameter = /;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g;

function dispositionOf(head: Buffer): ReadonlyMap<string, string> | null {
  const line = dispositionLine.exec(decoded(head))?.[1];
  if (line === undefined) return null;
  const parameters = new Map<string, string>();
  for (const [, rawName = '', quoted, bare = ''] of line.matchAll(dispositionParameter)) {
    const name = rawName.toLowerCase();
    const value = quoted === undefined ? bare.trim() : unescaped(quoted);
    const extended = name.endsWith('*') ? extendedValue(value) : value;
    if (extended !== null) parameters.set(name, extended);
  }
  return parameters;
}

/** Only quotes and backslashes are escaped: the backslashes of a Windows path must be preserved. */
function unescaped(quoted: string): string {
  return quoted.replace(/\\(["\\])/g, '$1');
}

/** RFC 8187: `UTF-8''%E5%90%88%E5%90%8C.pdf`; null for any other form. */
function extendedValue(value: string): string | null {
  const match = /^utf-8'[^']*'(.*)$/i.exec(value);
  if (match?.[1] === undefined) return null;
  try {
    return decodeURIComponent(match[1]);
  } catch {
    return null;
  }
}

/** UTF-8; invalid UTF-8 comes from old Chinese clients, which use GB 18030. */
function decoded(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString('utf8') : new TextDecoder('gb18030').decode(bytes);
}

/** The name as sent, without the folders of the sender's machine and without bidirectional control characters. */
function checkedName(given: string): string {
  const own = given.slice(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1);
  const name = withoutDirections(own).trim();
  if (name === '') throw invalidField('file', { zh: '缺少文件名', en: 'has no file name' });
  // \p{Cc}: control characters, which no stored name may carry.
  if (/[\p{Cc}\u2028\u2029]/u.test(name) || [...name].length > MAX_FILE_NAME_LENGTH) {
    throw invalidField('file', {
      zh: `文件名无效或超过 ${MAX_FILE_NAME_LENGTH} 个字符`,
      en: `has a file name that is not text or longer than ${MAX_FILE_NAME_LENGTH} characters`,
    });
  }
  return name;
}
