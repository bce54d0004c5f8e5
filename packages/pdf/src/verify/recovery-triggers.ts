import { LenientReader } from '../import/lenient-reader.js';
import { isArray, isDictionary, isReference, isStream, type PdfObject } from '../syntax/values.js';
import type { Revision } from './file-revisions.js';
import type { RevisionView } from './revision-view.js';
import { fault, type StructureFault } from './structure-fault.js';

/** Range in which readers search for the linearisation dictionary (ISO 32000-2, annex F). */
const FRONT_BYTES = 1100;

/**
 * Poppler and PDF.js read a linearised file from its beginning, using the cross-references after its first object, as
 * soon as the file has the length stated in that object. Another document may be placed there and revealed by a later
 * revision of exactly that length. The stated length must therefore be that of the first revision, with the section in
 * force.
 */
export function linearisationFault(bytes: Buffer, revisions: readonly Revision[]): StructureFault | null {
  const front = bytes.toString('latin1', 0, FRONT_BYTES);
  const later = new Set(revisions.slice(1).flatMap(({ eof, end }) => [eof, end]));
  if (revisions.length > 1) later.add(bytes.length);
  const lengths = [...front.matchAll(/\/L[\0\t\n\f\r ]*(\d+)/g)].map(([, length]) => Number(length));
  if (/\/Linearized[^A-Za-z]/.test(front) && lengths.some((length) => later.has(length)))
    return fault('LINEARISATION', 0);

  const reader = new LenientReader(bytes);
  if (reader.objectHeader() === null) return null;
  const found = reader.value();
  const length = isDictionary(found) && found.has('Linearized') ? found.get('L') : undefined;
  if (typeof length !== 'number' || !reader.skipKeyword('endobj')) return null;
  reader.skipWhitespace();
  const isFirst = (revision: Revision | undefined): boolean =>
    revision?.sections.some(({ offset }) => Math.abs(offset - reader.position) <= 2) === true;
  const [first] = revisions;
  const isThatLong = length === first?.end || length === first?.eof || length === bytes.length;
  return later.has(length) || (isThatLong && !isFirst(first)) ? fault('LINEARISATION', 0) : null;
}

/**
 * Finds a definition of a used object after the one that its entry refers to: readers that search the file for objects
 * take the last definition.
 * @param isUsed whether the document refers to an object of that number
 * @param end end of the signed bytes; after it every definition is accounted for
 */
export function unlistedDefinition(
  bytes: Buffer,
  view: RevisionView,
  isUsed: (number: number) => boolean,
  end: number,
): StructureFault | null {
  view.budget.spendOnData(end);
  const last = new Map<number, number>();
  for (let at = bytes.indexOf(' obj'); at >= 0 && at < end; at = bytes.indexOf(' obj', at + 4)) {
    view.budget.spend(5);
    const found = HEADER.exec(bytes.toString('latin1', Math.max(0, at - MAX_HEADER_LENGTH), at));
    if (found === null) continue;
    const number = Number(found[1]);
    if (isUsed(number)) last.set(number, at - found[0].length);
  }
  for (const [number, offset] of last) {
    const place = view.place(number);
    if (place.kind === 'offset' && offset > place.offset + MAX_HEADER_LENGTH)
      return fault('UNLISTED_OBJECT', offset);
  }
  return null;
}

const MAX_HEADER_LENGTH = 24;
const HEADER = /(?<!\d)(\d{1,10})[\0\t\n\f\r ]+\d{1,5}$/;

/** Whether a value newly refers to a missing object: poppler then rebuilds the file. */
export function hasEmptyReference(view: RevisionView, value: PdfObject, former: PdfObject): boolean {
  const known = numbersIn(former);
  return [...numbersIn(value)].some((number) => !known.has(number) && view.place(number).kind === 'free');
}

function numbersIn(value: PdfObject, found = new Set<number>()): ReadonlySet<number> {
  if (isReference(value)) found.add(value.object);
  else if (isStream(value)) numbersIn(value.dictionary, found);
  else if (isArray(value)) for (const item of value) numbersIn(item, found);
  else if (isDictionary(value)) for (const item of value.values()) numbersIn(item, found);
  return found;
}
