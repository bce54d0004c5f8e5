import { fault, type StructureFault } from './structure-fault.js';

/**
 * Maximum number of blanks. Readers search for the end of a file in its last kilobyte; Acrobat leaves one blank, other
 * programs a line or two.
 */
const MAX_BLANKS = 64;
/** Comment in which the writer of a revision identifies itself: `%iText-5.5.13`, `%7356f0a2-1.0-SNAPSHOT`. */
const PROGRAM_COMMENT = /^%[A-Za-z0-9][\x20-\x24\x26-\x7e\xa9\xae]{0,120}$/;
const STRUCTURE = /obj|stream|xref|trailer|<<|PDF-|EOF/i;
/** Longer than the permitted blanks and comment together. */
const MAX_GAP = 512;

/** Checks that there are only a few blanks between two objects, and at most one comment that identifies the writer. */
export function gapFault(bytes: Buffer, start: number, end: number): StructureFault | null {
  if (start === end) return null;
  if (end - start > MAX_GAP) return fault('GAP', start);
  const text = bytes.toString('latin1', start, end);
  const comments = text.split(/[\r\n]/).filter((line) => /[^\t\f ]/.test(line));
  const blanks = text.length - comments.reduce((sum, line) => sum + line.trim().length, 0);
  const isPlain = comments.every((line) => PROGRAM_COMMENT.test(line.trim()) && !STRUCTURE.test(line));
  return isPlain && comments.length <= 1 && blanks <= MAX_BLANKS ? null : fault('GAP', start);
}

/**
 * Whether a range contains nothing that any reader could take for an object: only blanks and comments, in any number.
 */
export function isIdle(bytes: Buffer, start: number, end: number): boolean {
  let at = start;
  while (at < end) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x25) {
      let close = at;
      while (close < end && bytes[close] !== 0x0a && bytes[close] !== 0x0d) close += 1;
      const line = bytes.toString('latin1', at, Math.min(close, at + 256));
      if (close - at > 256 || STRUCTURE.test(line)) return false;
      at = close;
    } else if (byte === 0x20 || byte === 0x00 || (byte >= 0x09 && byte <= 0x0d)) at += 1;
    else return false;
  }
  return true;
}
