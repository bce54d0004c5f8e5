/**
 * PDF objects (ISO 32000-2, 7.3) as plain data. Numbers, booleans, null, arrays and dictionaries are native values; the
 * other types have a `kind`. Names are decoded (`#20` is a space), one character per byte.
 */

export interface PdfName {
  readonly kind: 'name';
  readonly name: string;
}

export interface PdfReference {
  readonly kind: 'reference';
  readonly object: number;
  readonly generation: number;
}

export interface PdfString {
  readonly kind: 'string';
  readonly bytes: Uint8Array;
}

export type PdfDictionary = ReadonlyMap<string, PdfValue>;

export type PdfArrayValue = readonly PdfValue[];

export type PdfValue =
  | null
  | boolean
  | number
  | PdfName
  | PdfReference
  | PdfString
  | PdfArrayValue
  | PdfDictionary;

/** Always an indirect object. `data` is encoded as /Filter states; the writer adds /Length. */
export interface PdfStream {
  readonly kind: 'stream';
  readonly dictionary: PdfDictionary;
  readonly data: Uint8Array;
}

export type PdfObject = PdfValue | PdfStream;

export function name(value: string): PdfName {
  return { kind: 'name', name: value };
}

export function reference(object: number, generation = 0): PdfReference {
  return { kind: 'reference', object, generation };
}

export function dictionary(entries: Readonly<Record<string, PdfValue | undefined>>): PdfDictionary {
  const result = new Map<string, PdfValue>();
  for (const key of Object.keys(entries)) {
    const value = entries[key];
    if (value !== undefined) result.set(key, value);
  }
  return result;
}

export function stream(entries: PdfDictionary, data: Uint8Array): PdfStream {
  return { kind: 'stream', dictionary: entries, data };
}

/** A text string (7.9.2.2): ASCII unchanged, anything else as UTF-16 with a byte order mark. */
export function textString(text: string): PdfString {
  if (/^[\x20-\x7e]*$/.test(text)) return { kind: 'string', bytes: Buffer.from(text, 'latin1') };
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
  return { kind: 'string', bytes: utf16.swap16() };
}

/** Decodes a text string; bytes without a byte order mark are read as the Latin part of PDFDocEncoding. */
export function textOf(value: PdfString): string {
  const bytes = Buffer.from(value.bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    const even = bytes.subarray(2, bytes.length - (bytes.length % 2));
    return even.swap16().toString('utf16le');
  }
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.toString('utf8', 3);
  return bytes.toString('latin1');
}

export function isDictionary(value: PdfObject | undefined): value is PdfDictionary {
  return value instanceof Map;
}

export function isArray(value: PdfObject | undefined): value is PdfArrayValue {
  return Array.isArray(value);
}

export function isName(value: PdfObject | undefined): value is PdfName {
  return hasKind(value, 'name');
}

export function isReference(value: PdfObject | undefined): value is PdfReference {
  return hasKind(value, 'reference');
}

export function isString(value: PdfObject | undefined): value is PdfString {
  return hasKind(value, 'string');
}

export function isStream(value: PdfObject | undefined): value is PdfStream {
  return hasKind(value, 'stream');
}

/** Whether a value is the name `/text`. */
export function isNamed(value: PdfObject | undefined, text: string): boolean {
  return isName(value) && value.name === text;
}

function hasKind(value: PdfObject | undefined, kind: string): boolean {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind;
}
