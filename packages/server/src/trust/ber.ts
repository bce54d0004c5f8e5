import { DerError, element } from './der.js';

const DEEPEST = 64;
/** Strings that BER may cut into pieces (X.690, 8.6.4, 8.7.3), by the identifier octet of the constructed form. */
const BIT_STRING_IN_PIECES = 0x23;
const OCTET_STRING_IN_PIECES = 0x24;

/**
 * The first element of BER (ITU-T X.690), with all lengths definite and as short as can be and strings in one piece, so
 * that the reader of DER takes it. What is DER already stays as it is, byte by byte: certificates and signed attributes
 * are DER inside of a CMS in BER (RFC 5652 section 10).
 * @throws DerError
 */
export function readBer(bytes: Uint8Array): { readonly der: Uint8Array; readonly length: number } {
  const { der, end } = transcode(bytes, 0, 0);
  return { der, length: end };
}

function transcode(
  bytes: Uint8Array,
  start: number,
  depth: number,
): { readonly der: Uint8Array; readonly end: number } {
  if (depth > DEEPEST) throw new DerError('NOT_DER', 'nested too deeply');
  const tag = bytes[start];
  if (tag === undefined) throw new DerError('TRUNCATED', 'header');
  if ((tag & 0x1f) === 0x1f) throw new DerError('NOT_DER', 'tag numbers above 30 are not used here');
  const { length, content } = readLength(bytes, start + 1);
  const constructed = (tag & 0x20) !== 0;
  if (length === null && !constructed) throw new DerError('NOT_DER', 'a primitive without length');
  const end = length === null ? null : content + length;
  if (end !== null && end > bytes.length) throw new DerError('TRUNCATED', 'content');
  if (!constructed && end !== null) return { der: element(tag, bytes.subarray(content, end)), end };

  const parts: Uint8Array[] = [];
  let at = content;
  for (;;) {
    if (end !== null && at >= end) break;
    if (end === null && bytes[at] === 0 && bytes[at + 1] === 0) break;
    const part = transcode(bytes, at, depth + 1);
    parts.push(part.der);
    at = part.end;
  }
  if (end !== null && at !== end) throw new DerError('NOT_DER', 'an element beyond its parent');
  return { der: joined(tag, parts), end: end ?? at + 2 };
}

function joined(tag: number, parts: readonly Uint8Array[]): Uint8Array {
  if (tag === OCTET_STRING_IN_PIECES) return element(0x04, ...parts.map(contentOf));
  if (tag === BIT_STRING_IN_PIECES) {
    const pieces = parts.map(contentOf);
    const unused = pieces.at(-1)?.subarray(0, 1) ?? Uint8Array.of(0);
    return element(0x03, unused, ...pieces.map((piece) => piece.subarray(1)));
  }
  return element(tag, ...parts);
}

function contentOf(part: Uint8Array): Uint8Array {
  return part.subarray(readLength(part, 1).content);
}

function readLength(
  bytes: Uint8Array,
  at: number,
): { readonly length: number | null; readonly content: number } {
  const first = bytes[at];
  if (first === undefined) throw new DerError('TRUNCATED', 'length');
  if (first < 0x80) return { length: first, content: at + 1 };
  if (first === 0x80) return { length: null, content: at + 1 };
  const octets = first & 0x7f;
  if (octets > 6) throw new DerError('OUT_OF_RANGE', 'length');
  let length = 0;
  for (let index = 1; index <= octets; index += 1) {
    const octet = bytes[at + index];
    if (octet === undefined) throw new DerError('TRUNCATED', 'length');
    length = length * 256 + octet;
  }
  return { length, content: at + 1 + octets };
}
