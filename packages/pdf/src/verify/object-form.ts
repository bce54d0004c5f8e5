import { isReference, isStream, type PdfReference, type PdfStream } from '../syntax/values.js';
import { tokenFault } from './canonical-text.js';
import { isPlainlyEncoded } from './encoding-form.js';
import type { LocatedObject } from './located-object.js';
import type { RevisionView } from './revision-view.js';
import { fault, type StructureFault } from './structure-fault.js';
import type { StructureWord } from './structure-words.js';

const HEADER = /^(?:\r\n|\r|\n)?[1-9]\d{0,6} (?:0|[1-9]\d{0,4}) obj(?=[\t\n\f\r ()<>[\]/])/;
const END_OF_STREAM = /^(?:\r\n|\r|\n)?endstream[\t\n\f\r ]{0,64}endobj$/;
/** Maximum distance between the data of a stream and the end of its object. */
const MAX_END_LENGTH = 'endstreamendobj'.length + 2 + 64;

/**
 * Checks that a strictly parsed object is written so that every reader interprets it alike, including readers that
 * ignore /Length and search for `endstream`.
 * @param isOwnLength whether an indirect /Length belongs to the same revision
 */
export function objectFault(
  bytes: Buffer,
  { value, start, end }: LocatedObject,
  isOwnLength: (reference: PdfReference) => boolean,
  document: Pick<RevisionView, 'budget' | 'resolve'>,
): StructureFault | null {
  const header = HEADER.exec(bytes.toString('latin1', start, start + 20))?.[0];
  if (header === undefined) return fault('OBJECT_FORM', start);
  const from = start + header.length;
  if (!isStream(value)) return tokenFault(bytes.toString('latin1', from, end - 'endobj'.length), from);
  const data = dataOf(bytes, value);
  const length = value.dictionary.get('Length');
  if (isReference(length) ? !isOwnLength(length) : length !== value.data.length)
    return fault('STREAM_LENGTH', start);
  const behind = bytes.toString('latin1', data.end, Math.min(end, data.end + MAX_END_LENGTH));
  if (data.end + behind.length !== end || !END_OF_STREAM.test(behind))
    return fault('STREAM_LENGTH', data.end);
  if (!isPlainlyEncoded(value, document)) return fault('ENCODING', data.start);
  return tokenFault(bytes.toString('latin1', from, data.keyword), from);
}

/** The structure keywords of the object itself. */
export function ownWords(bytes: Buffer, { value, start, end }: LocatedObject): readonly StructureWord[] {
  const header = bytes.indexOf('obj', start);
  const own: StructureWord[] = [
    { word: 'obj', offset: header },
    { word: 'endobj', offset: end - 'endobj'.length },
  ];
  if (isStream(value)) {
    const offset = bytes.indexOf('endstream', dataOf(bytes, value).end);
    own.push({ word: 'endstream', offset });
  }
  return own;
}

export function dataOf(
  bytes: Buffer,
  { data }: PdfStream,
): { readonly keyword: number; readonly start: number; readonly end: number } {
  const start = data.byteOffset - bytes.byteOffset;
  const endOfLine = bytes[start - 2] === 0x0d ? 2 : 1;
  return { keyword: start - endOfLine - 'stream'.length, start, end: start + data.length };
}
