import { tokenFault } from './canonical-text.js';
import type { CrossReferenceSection } from './cross-reference-section.js';
import { fault, type StructureFault } from './structure-fault.js';

const LINE = /^(?:\r\n|\r|\n)$/;
const ENTRY = /^\d{10} \d{5} [nf](?: \n| \r|\r\n)$/;
const ENTRY_BYTES = 20;
const SUBSECTION = /^(\d{1,8}) (\d{1,8}) ?(\r\n|\r|\n)/;
const CLOSING = /^startxref(?:\r\n|\r|\n)\d{1,10}(?:\r\n|\r|\n)%%EOF(?:\r\n|\r|\n)?$/;
/** All readers tolerate blanks at the ends of these lines. */
const BASE_CLOSING = /^startxref[\t ]*(?:\r\n|\r|\n)\d{1,10}[\t ]*(?:\r\n|\r|\n)%%EOF(?:\r\n|\r|\n)?$/;

/**
 * Checks that a cross-reference table has entries of 20 bytes (ISO 32000-2, 7.5.4), on which most readers rely, and a
 * trailer of plain tokens. The end of line before the keyword may belong to it.
 */
export function tableFault(bytes: Buffer, start: number, end: number): StructureFault | null {
  let at = bytes.indexOf('xref', start);
  if (at > start && !LINE.test(bytes.toString('latin1', start, at))) return fault('TABLE_FORM', start);
  const keyword = /^xref ?(?:\r\n|\r|\n)/.exec(bytes.toString('latin1', at, at + 8));
  if (keyword === null) return fault('TABLE_FORM', at);
  at += keyword[0].length;
  for (;;) {
    const head = SUBSECTION.exec(bytes.toString('latin1', at, at + 24));
    if (head === null) break;
    at += head[0].length;
    // pdf.js takes it for object 0, the head of the free list, and counts from there.
    if (head[1] === '1' && bytes[at + 17] === 0x66) return fault('TABLE_FORM', at);
    for (let left = Number(head[2]); left > 0; left -= 1) {
      if (!ENTRY.test(bytes.toString('latin1', at, at + ENTRY_BYTES))) return fault('TABLE_FORM', at);
      at += ENTRY_BYTES;
    }
  }
  const trailer = /^[\t\n\f\r ]{0,64}trailer[\t\n\f\r ]{0,64}(?=<<)/.exec(
    bytes.toString('latin1', at, at + 160),
  );
  if (trailer === null) return fault('TABLE_FORM', at);
  at += trailer[0].length;
  return tokenFault(bytes.toString('latin1', at, end), at);
}

/** Checks that `startxref`, the offset and `%%EOF` are each on their own line. */
export function closingFault(bytes: Buffer, start: number, end: number): StructureFault | null {
  return CLOSING.test(bytes.toString('latin1', start, end)) ? null : fault('STARTXREF', start);
}

/** Checks that a section gives offsets and counts as integers: poppler ignores a /Prev that is a real. */
export function integerFault(
  bytes: Buffer,
  { object, offset, end }: CrossReferenceSection,
): StructureFault | null {
  // The dictionary of a stream is short, and data follows it.
  const text = bytes.toString('latin1', offset, object === null ? end : Math.min(end, offset + 2048));
  const at = object === null ? text.lastIndexOf('trailer') : 0;
  const real = /\/(?:Prev|XRefStm|Size|Length|Index|W)[\0\t\n\f\r ]*\[?[\d\t\n\f\r +-]*\./.exec(
    text.slice(at),
  );
  return real === null ? null : fault('INTEGER', offset + at + real.index);
}

/** Like integerFault, for the dictionary of an object stream, from its start to its data. */
export function objectStreamIntegerFault(bytes: Buffer, start: number, data: number): StructureFault | null {
  const real = /\/(?:N|First)[\0\t\n\f\r ]*[\d+-]*\./.exec(bytes.toString('latin1', start, data));
  return real === null ? null : fault('INTEGER', start + real.index);
}

/** Like closingFault, for the bytes signed first, in which lines may end with blanks. */
export function baseClosingFault(bytes: Buffer, start: number, end: number): StructureFault | null {
  return BASE_CLOSING.test(bytes.toString('latin1', start, end)) ? null : fault('STARTXREF', start);
}
