/**
 * DER writer (ITU-T X.690). Certificates and CMS need few types, and concatenating bytes costs a tenth of
 * decorator-driven ASN.1 classes. Every function returns one complete element that can be nested; the reader is in
 * der-reader.ts.
 */

export const TAG = Object.freeze({
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  objectIdentifier: 0x06,
  enumerated: 0x0a,
  utf8String: 0x0c,
  printableString: 0x13,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
});

export type DerProblem = 'TRUNCATED' | 'TRAILING_BYTES' | 'NOT_DER' | 'UNEXPECTED_TAG' | 'OUT_OF_RANGE';

/** Thrown if bytes are not DER or not the expected structure, and for a value that DER cannot represent. */
export class DerError extends Error {
  constructor(
    readonly reason: DerProblem,
    detail: string,
  ) {
    super(`${reason}: ${detail}`);
    this.name = 'DerError';
  }
}

/** Any element: identifier octet, length, then the concatenated `parts`. */
export function element(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const lengthBytes =
    length < 0x80 ? 0 : length < 0x100 ? 1 : length < 0x10000 ? 2 : length < 0x1000000 ? 3 : 4;
  const bytes = new Uint8Array(2 + lengthBytes + length);
  bytes[0] = tag;
  bytes[1] = lengthBytes === 0 ? length : 0x80 | lengthBytes;
  for (let i = 0; i < lengthBytes; i++) bytes[2 + i] = (length >>> (8 * (lengthBytes - 1 - i))) & 0xff;
  let offset = 2 + lengthBytes;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

export function sequence(...parts: readonly Uint8Array[]): Uint8Array {
  return element(TAG.sequence, ...parts);
}

/** SET OF: elements sorted by their encodings, as DER requires (X.690, 11.6). */
export function set(...parts: readonly Uint8Array[]): Uint8Array {
  return element(TAG.set, ...[...parts].sort((a, b) => Buffer.compare(a, b)));
}

/**
 * INTEGER. Bytes are an unsigned big-endian magnitude of any length: a zero octet is prepended to a leading 1 bit, and
 * redundant zeros are removed (X.690, 8.3.2).
 */
export function integer(value: number | bigint | Uint8Array): Uint8Array {
  if (value instanceof Uint8Array) return element(TAG.integer, unsignedContent(value));
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new DerError('OUT_OF_RANGE', `${value} is not an exact integer`);
  }
  return element(TAG.integer, signedContent(BigInt(value)));
}

function unsignedContent(magnitude: Uint8Array): Uint8Array {
  let start = 0;
  while (start < magnitude.length - 1 && magnitude[start] === 0) start++;
  const digits = magnitude.subarray(start);
  const first = digits[0];
  if (first === undefined) return Uint8Array.of(0);
  if (first < 0x80) return digits;
  const padded = new Uint8Array(digits.length + 1);
  padded.set(digits, 1);
  return padded;
}

function signedContent(value: bigint): Uint8Array {
  let length = 1;
  while (BigInt.asIntN(8 * length, value) !== value) length++;
  const content = new Uint8Array(length);
  let rest = BigInt.asUintN(8 * length, value);
  for (let i = length - 1; i >= 0; i--) {
    content[i] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return content;
}

/** More than the identifiers that this package names; others come from files, whose number has no limit. */
const MAX_KEPT_IDENTIFIERS = 200;
const keptIdentifiers = new Map<string, Uint8Array>();

/** OBJECT IDENTIFIER from dotted text; arcs may be of any size. Every signature repeats the same few. */
export function objectIdentifier(dotted: string): Uint8Array {
  const kept = keptIdentifiers.get(dotted);
  if (kept !== undefined) return kept.slice();
  const made = encodeIdentifier(dotted);
  if (keptIdentifiers.size < MAX_KEPT_IDENTIFIERS) keptIdentifiers.set(dotted, made.slice());
  return made;
}

function encodeIdentifier(dotted: string): Uint8Array {
  if (!/^[0-2](\.(0|[1-9]\d*))+$/.test(dotted))
    throw new DerError('OUT_OF_RANGE', `${dotted} is not an object identifier`);
  const [first = 0n, second = 0n, ...rest] = dotted.split('.').map(BigInt);
  if (first < 2n && second > 39n) throw new DerError('OUT_OF_RANGE', `${dotted} is not an object identifier`);
  const content: number[] = [];
  for (const arc of [first * 40n + second, ...rest]) {
    const groups = [Number(arc & 0x7fn)];
    for (let left = arc >> 7n; left > 0n; left >>= 7n) groups.unshift(Number(left & 0x7fn) | 0x80);
    content.push(...groups);
  }
  return element(TAG.objectIdentifier, Uint8Array.from(content));
}

export function octetString(bytes: Uint8Array): Uint8Array {
  return element(TAG.octetString, bytes);
}

/** BIT STRING; `unusedBits` is the number of zero bits at the end of the last byte that are not part of the value. */
export function bitString(bytes: Uint8Array, unusedBits = 0): Uint8Array {
  return element(TAG.bitString, Uint8Array.of(unusedBits), bytes);
}

/**
 * A BIT STRING with named bits, such as KeyUsage, without trailing zero bits (X.690, 11.2.2).
 * @param positions positions of the set bits, from 0
 */
export function namedBits(...positions: readonly number[]): Uint8Array {
  if (positions.length === 0) return bitString(new Uint8Array());
  const highest = Math.max(...positions);
  const bytes = new Uint8Array((highest >> 3) + 1);
  for (const position of positions)
    bytes[position >> 3] = (bytes[position >> 3] ?? 0) | (0x80 >> (position & 7));
  return bitString(bytes, 7 - (highest & 7));
}

export function boolean(value: boolean): Uint8Array {
  return element(TAG.boolean, Uint8Array.of(value ? 0xff : 0));
}

export function nullValue(): Uint8Array {
  return element(TAG.null);
}

export function utf8String(text: string): Uint8Array {
  return element(TAG.utf8String, Buffer.from(text, 'utf8'));
}

/** PrintableString: letters, digits, space and `'()+,-./:=?` only. */
export function printableString(text: string): Uint8Array {
  if (!/^[A-Za-z0-9 '()+,\-./:=?]*$/.test(text)) throw new DerError('OUT_OF_RANGE', 'not a PrintableString');
  return element(TAG.printableString, Buffer.from(text, 'latin1'));
}

/** IA5String: ASCII, used for URIs in certificates. */
export function ia5String(text: string): Uint8Array {
  if (Buffer.byteLength(text, 'utf8') !== text.length) throw new DerError('OUT_OF_RANGE', 'not an IA5String');
  return element(TAG.ia5String, Buffer.from(text, 'latin1'));
}

/** UTCTime in UTC with whole seconds, for 1950 to 2049 (RFC 5280, 4.1.2.5.1). */
function utcTime(time: Date): Uint8Array {
  const year = time.getUTCFullYear();
  if (year < 1950 || year > 2049)
    throw new DerError('OUT_OF_RANGE', `year ${year} does not fit into UTCTime`);
  return element(TAG.utcTime, Buffer.from(`${compactTime(time).slice(2)}Z`, 'latin1'));
}

/** GeneralizedTime in UTC with whole seconds, without a fraction (RFC 5280, 4.1.2.5.2). */
export function generalizedTime(time: Date): Uint8Array {
  return element(TAG.generalizedTime, Buffer.from(`${compactTime(time)}Z`, 'latin1'));
}

/** Time of certificates and CRLs: UTCTime until 2049, GeneralizedTime from 2050 on, as RFC 5280 requires. */
export function certificateTime(time: Date): Uint8Array {
  return time.getUTCFullYear() < 2050 ? utcTime(time) : generalizedTime(time);
}

function compactTime(time: Date): string {
  return time.toISOString().slice(0, 19).replace(/[-:T]/g, '');
}

/** [number] EXPLICIT: a constructed wrapper around complete elements. */
export function explicit(number: number, ...parts: readonly Uint8Array[]): Uint8Array {
  return element(0xa0 | number, ...parts);
}

/** [number] IMPLICIT: replaces the element's identifier and keeps its constructed bit. */
export function implicit(number: number, whole: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(whole);
  bytes[0] = 0x80 | ((whole[0] ?? 0) & 0x20) | number;
  return bytes;
}
