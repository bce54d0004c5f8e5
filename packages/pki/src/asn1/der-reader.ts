/**
 * Strict DER reader (ITU-T X.690): a value that is read and written again has the same bytes, and thus the same hash.
 * For BER from other producers see ber.ts.
 */
import { DerError, TAG } from './der.js';

export interface DerElement {
  /** The unmodified identifier octet: class, constructed bit, number. */
  readonly tag: number;
  readonly content: Uint8Array;
  /** Identifier, length and content, without a copy. */
  readonly bytes: Uint8Array;
}

/** Reads exactly one element. @throws DerError */
export function readElement(bytes: Uint8Array): DerElement {
  const found = elementAt(bytes, 0);
  if (found.bytes.length !== bytes.length) {
    throw new DerError('TRAILING_BYTES', `${bytes.length - found.bytes.length} after the element`);
  }
  return found;
}

/** Reads the first element and ignores trailing bytes, such as the padding of a CMS in /Contents. @throws DerError */
export function readFirstElement(bytes: Uint8Array): DerElement {
  return elementAt(bytes, 0);
}

/** Reads the elements within a constructed element. @throws DerError */
export function children(parent: DerElement): DerElement[] {
  if ((parent.tag & 0x20) === 0)
    throw new DerError('UNEXPECTED_TAG', `${hex(parent.tag)} is not constructed`);
  const found: DerElement[] = [];
  for (let offset = 0; offset < parent.content.length; ) {
    const child = elementAt(parent.content, offset);
    found.push(child);
    offset += child.bytes.length;
  }
  return found;
}

/** Returns the element if it has that tag. @throws DerError if it has another tag or is missing */
export function expectTag(found: DerElement | undefined, tag: number): DerElement {
  if (found?.tag === tag) return found;
  throw new DerError(
    'UNEXPECTED_TAG',
    `expected ${hex(tag)}, found ${found === undefined ? 'nothing' : hex(found.tag)}`,
  );
}

/** Reads an OBJECT IDENTIFIER as dotted text. @throws DerError */
export function readObjectIdentifier(found: DerElement | undefined): string {
  const { content } = expectTag(found, TAG.objectIdentifier);
  const arcs: bigint[] = [];
  let arc = 0n;
  for (const [index, octet] of content.entries()) {
    if (arc === 0n && octet === 0x80) throw new DerError('NOT_DER', 'padded arc');
    arc = (arc << 7n) | BigInt(octet & 0x7f);
    if ((octet & 0x80) !== 0) {
      if (index === content.length - 1) throw new DerError('TRUNCATED', 'object identifier');
      continue;
    }
    arcs.push(arc);
    arc = 0n;
  }
  const [joined, ...rest] = arcs;
  if (joined === undefined) throw new DerError('TRUNCATED', 'object identifier');
  const first = joined < 40n ? 0n : joined < 80n ? 1n : 2n;
  return [first, joined - first * 40n, ...rest].join('.');
}

/** Reads a signed INTEGER of any size. @throws DerError */
export function readInteger(found: DerElement | undefined): bigint {
  const { content } = expectTag(found, TAG.integer);
  if (content.length === 0) throw new DerError('TRUNCATED', 'integer');
  return BigInt.asIntN(8 * content.length, BigInt(`0x${Buffer.from(content).toString('hex')}`));
}

/** Reads an ENUMERATED with a small value. @throws DerError */
export function readEnumerated(found: DerElement | undefined): number {
  return Number(readInteger({ ...expectTag(found, TAG.enumerated), tag: TAG.integer }));
}

/** Reads a UTCTime (two-digit years as in RFC 5280) or GeneralizedTime, in UTC with whole seconds. @throws DerError */
export function readTime(found: DerElement | undefined): Date {
  const text = Buffer.from(found?.content ?? []).toString('latin1');
  const parts = /^(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/.exec(text);
  const digits = found?.tag === TAG.utcTime ? 2 : found?.tag === TAG.generalizedTime ? 4 : 0;
  if (digits === 0) throw new DerError('UNEXPECTED_TAG', 'expected a time');
  const [, year = '', month, day, hour, minute, second] = parts ?? [];
  if (year.length !== digits) throw new DerError('NOT_DER', 'unsupported form of time');
  const full = digits === 4 ? year : `${Number(year) < 50 ? 20 : 19}${year}`;
  const time = new Date(`${full}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(time.getTime())) throw new DerError('OUT_OF_RANGE', 'invalid date or time');
  return time;
}

function elementAt(bytes: Uint8Array, start: number): DerElement {
  const tag = bytes[start];
  const first = bytes[start + 1];
  if (tag === undefined || first === undefined) throw new DerError('TRUNCATED', 'header');
  if ((tag & 0x1f) === 0x1f) throw new DerError('NOT_DER', 'tag numbers above 30 are not used here');
  let length = first;
  let header = 2;
  if (first >= 0x80) {
    const octets = first & 0x7f;
    if (octets === 0 || octets > 4) throw new DerError('NOT_DER', 'indefinite or oversized length');
    length = 0;
    for (let i = 0; i < octets; i++) {
      const octet = bytes[start + 2 + i];
      if (octet === undefined) throw new DerError('TRUNCATED', 'length');
      length = length * 256 + octet;
    }
    if (length < 0x80 || length < 2 ** (8 * (octets - 1)))
      throw new DerError('NOT_DER', 'length is not minimally encoded');
    header += octets;
  }
  const end = start + header + length;
  if (end > bytes.length) throw new DerError('TRUNCATED', 'content');
  return { tag, content: bytes.subarray(start + header, end), bytes: bytes.subarray(start, end) };
}

function hex(tag: number): string {
  return `0x${tag.toString(16).padStart(2, '0')}`;
}
