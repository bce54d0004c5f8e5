import { DerError, element } from './der.js';

const MAX_DEPTH = 64;
/**
 * Maximum number of elements that are re-encoded. Each takes about a hundred bytes of memory and as few as two bytes of
 * input, so a few megabytes could exhaust the memory of a process. Programs that fragment their content use fragments
 * of kilobytes.
 */
const MAX_REWRITTEN = 100_000;
/** Identifier octets of the constructed form of strings that BER may fragment (X.690, 8.6.4, 8.7.3). */
const BIT_STRING_IN_PIECES = 0x23;
const OCTET_STRING_IN_PIECES = 0x24;

/**
 * Reads the first BER element (ITU-T X.690) and converts it to DER with definite, minimal lengths and unfragmented
 * strings. Input that is DER already is returned unchanged, without a copy: certificates and signed attributes are DER
 * within a CMS in BER (RFC 5652, section 10).
 * @throws DerError
 */
export function readBer(bytes: Uint8Array): { readonly der: Uint8Array; readonly length: number } {
  const { rewritten, end } = transcode(bytes, 0, 0, { left: MAX_REWRITTEN });
  return { der: rewritten ?? bytes.subarray(0, end), length: end };
}

interface Transcoded {
  /** Null: the element is DER already. */
  readonly rewritten: Uint8Array | null;
  readonly end: number;
}

interface Budget {
  left: number;
}

function transcode(bytes: Uint8Array, start: number, depth: number, budget: Budget): Transcoded {
  if (depth > MAX_DEPTH) throw new DerError('NOT_DER', 'nested too deeply');
  const tag = bytes[start];
  if (tag === undefined) throw new DerError('TRUNCATED', 'header');
  if ((tag & 0x1f) === 0x1f) throw new DerError('NOT_DER', 'tag numbers above 30 are not used here');
  const { length, content, isShortest } = readLength(bytes, start + 1);
  const constructed = (tag & 0x20) !== 0;
  if (length === null && !constructed) throw new DerError('NOT_DER', 'a primitive without length');
  const end = length === null ? null : content + length;
  if (end !== null && end > bytes.length) throw new DerError('TRUNCATED', 'content');
  if (!constructed && end !== null) {
    if (isShortest) return { rewritten: null, end };
    return { rewritten: encoded(tag, bytes.subarray(content, end), budget), end };
  }

  /** Runs of unchanged DER elements, with rewritten elements between them. */
  const runs: Uint8Array[] = [];
  let runStart = content;
  let at = content;
  for (;;) {
    if (end !== null && at >= end) break;
    if (end === null && bytes[at] === 0 && bytes[at + 1] === 0) break;
    const child = transcode(bytes, at, depth + 1, budget);
    if (child.rewritten !== null) {
      if (at > runStart) runs.push(bytes.subarray(runStart, at));
      runs.push(child.rewritten);
      runStart = child.end;
    }
    at = child.end;
  }
  if (end !== null && at !== end) throw new DerError('NOT_DER', 'an element extends beyond its parent');
  const isInPieces = tag === OCTET_STRING_IN_PIECES || tag === BIT_STRING_IN_PIECES;
  if (end !== null && isShortest && runs.length === 0 && !isInPieces) return { rewritten: null, end };
  if (at > runStart) runs.push(bytes.subarray(runStart, at));
  const inner = runs.length === 1 ? (runs[0] ?? bytes) : Buffer.concat(runs);
  return {
    rewritten: isInPieces ? joined(tag, inner, budget) : encoded(tag, inner, budget),
    end: end ?? at + 2,
  };
}

function encoded(tag: number, content: Uint8Array, budget: Budget): Uint8Array {
  spend(budget);
  return element(tag, content);
}

/** @param inner the fragments, consecutive complete DER elements */
function joined(tag: number, inner: Uint8Array, budget: Budget): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < inner.length; ) {
    spend(budget);
    const { length, content } = readLength(inner, at + 1);
    const end = content + (length ?? 0);
    pieces.push(inner.subarray(content, end));
    at = end;
  }
  if (tag === OCTET_STRING_IN_PIECES) return element(0x04, Buffer.concat(pieces));
  // Each fragment begins with the number of its unused bits, which only the last one may have.
  const unused = pieces.at(-1)?.subarray(0, 1) ?? Uint8Array.of(0);
  return element(0x03, unused, Buffer.concat(pieces.map((piece) => piece.subarray(1))));
}

function spend(budget: Budget): void {
  budget.left -= 1;
  if (budget.left < 0) throw new DerError('OUT_OF_RANGE', 'too many elements that are not in DER');
}

interface Length {
  /** Null: indefinite length. */
  readonly length: number | null;
  /** Offset of the content. */
  readonly content: number;
  readonly isShortest: boolean;
}

function readLength(bytes: Uint8Array, at: number): Length {
  const first = bytes[at];
  if (first === undefined) throw new DerError('TRUNCATED', 'length');
  if (first < 0x80) return { length: first, content: at + 1, isShortest: true };
  if (first === 0x80) return { length: null, content: at + 1, isShortest: false };
  const octets = first & 0x7f;
  if (octets > 6) throw new DerError('OUT_OF_RANGE', 'length');
  let length = 0;
  for (let index = 1; index <= octets; index += 1) {
    const octet = bytes[at + index];
    if (octet === undefined) throw new DerError('TRUNCATED', 'length');
    length = length * 256 + octet;
  }
  const isShortest = length >= 0x80 && length >= 2 ** (8 * (octets - 1));
  return { length, content: at + 1 + octets, isShortest };
}
