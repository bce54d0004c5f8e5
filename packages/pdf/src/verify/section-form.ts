import { tokenFault } from './canonical-text.js';
import type { CrossReferenceSection } from './cross-reference-section.js';
import { fault, type StructureFault } from './structure-fault.js';

const LINE = /^(?:\r\n|\r|\n)$/;
const ENTRY = /^\d{10} \d{5} [nf](?: \n| \r|\r\n)$/;
const ENTRY_BYTES = 20;
const SUBSECTION = /^(\d{1,8}) (\d{1,8}) ?(\r\n|\r|\n)/;
const CLOSING = /^startxref(?:\r\n|\r|\n)\d{1,10}(?:\r\n|\r|\n)%%EOF(?:\r\n|\r|\n)?$/;
/** Blanks at the ends of these lines no reader minds. */
const BASE_CLOSING = /^startxref[\t ]*(?:\r\n|\r|\n)\d{1,10}[\t ]*(?:\r\n|\r|\n)%%EOF(?:\r\n|\r|\n)?$/;

/**
 * Whether a cross-reference table is written with entries of 20 bytes (ISO 32000-2 7.5.4), which most readers count on,
 * and a trailer of plain tokens. The end of line before the keyword may belong to it.
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
    // pdf.js takes it for the head of the free list, object 0, and counts from there.
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

/** `startxref`, the offset and `%%EOF`, each on a line of its own. */
export function closingFault(bytes: Buffer, start: number, end: number): StructureFault | null {
  return CLOSING.test(bytes.toString('latin1', start, end)) ? null : fault('STARTXREF', start);
}

/** Whether a section gives offsets and counts as integers: poppler takes a real /Prev for none at all. */
export function integerFault(
  bytes: Buffer,
  { object, offset, end }: CrossReferenceSection,
): StructureFault | null {
  // The dictionary of a stream is short; what follows are data.
  const text = bytes.toString('latin1', offset, object === null ? end : Math.min(end, offset + 2048));
  const at = object === null ? text.lastIndexOf('trailer') : 0;
  const real = /\/(?:Prev|XRefStm|Size|Length|Index|W)[\0\t\n\f\r ]*\[?[\d\t\n\f\r +-]*\./.exec(
    text.slice(at),
  );
  return real === null ? null : fault('INTEGER', offset + at + real.index);
}

/** The same for the dictionary of an object stream, from where it begins to its data. */
export function objectStreamIntegerFault(bytes: Buffer, start: number, data: number): StructureFault | null {
  const real = /\/(?:N|First)[\0\t\n\f\r ]*[\d+-]*\./.exec(bytes.toString('latin1', start, data));
  return real === null ? null : fault('INTEGER', start + real.index);
}

/** The same for what was signed first, where blanks may end the lines. */
export function baseClosingFault(bytes: Buffer, start: number, end: number): StructureFault | null {
  return BASE_CLOSING.test(bytes.toString('latin1', start, end)) ? null : fault('STARTXREF', start);
}
