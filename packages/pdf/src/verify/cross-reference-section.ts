import { readStreamEntries, readTableEntries } from '../import/cross-reference-entries.js';
import { UndecodableStream } from '../import/decode-stream.js';
import { LenientReader, MAX_OBJECT_NUMBER } from '../import/lenient-reader.js';
import { DocumentRefused } from '../model.js';
import { PdfSyntaxError, ValueReader } from '../syntax/value-reader.js';
import { isDictionary, isNamed, isStream, type PdfDictionary, type PdfStream } from '../syntax/values.js';
import { decodedWithin } from './decoded-within.js';
import { type LocatedObject, readObjectAt } from './located-object.js';
import { type WorkBudget, WorkExhausted } from './work-budget.js';

/** Location of an object: an offset, item `index` of an object stream, or none. */
export type Place =
  | { readonly kind: 'offset'; readonly offset: number; readonly generation: number }
  | { readonly kind: 'packed'; readonly container: number; readonly index: number }
  | { readonly kind: 'free' };

/** One cross-reference table or stream, or a hybrid table together with its stream (ISO 32000-2, 7.5.8.4). */
export interface CrossReferenceSection {
  readonly offset: number;
  /** End of the trailer dictionary, or of the stream's `endobj`. */
  readonly end: number;
  readonly entries: ReadonlyMap<number, Place>;
  readonly trailer: PdfDictionary;
  /** The stream object; null for a table. */
  readonly object: LocatedObject | null;
  readonly supplement: Supplement | null;
  /** Objects that are free in a hybrid table and in use in its stream. */
  readonly hidden: ReadonlySet<number>;
  /** False if readers may disagree about the section: an object is listed twice, or counts or entries are wrong. */
  readonly wellFormed: boolean;
  /** Table and stream of a hybrid section, or two entries of one section, give an object two locations. */
  readonly ambiguous: boolean;
}

/** The stream of a hybrid table, and the table without it. */
export interface Supplement {
  readonly object: LocatedObject;
  readonly entries: ReadonlyMap<number, Place>;
  readonly table: CrossReferenceSection;
}

const NOTHING: ReadonlySet<number> = new Set();
/** Cost of reading an entry and storing its location. */
const WORK_PER_ENTRY = 16;
/** Twice the number in the largest documents. */
const MAX_ENTRIES = 1_000_000;
/** Location of a missing object. */
export const FREE: Place = Object.freeze({ kind: 'free' });

/** The section at an offset; null if it is unreadable. */
export function readCrossReferenceSection(
  bytes: Buffer,
  offset: number,
  budget: WorkBudget,
): CrossReferenceSection | null {
  if (offset < 0 || offset >= bytes.length) return null;
  const reader = new LenientReader(bytes, offset);
  if (!reader.skipKeyword('xref')) return readStreamSection(bytes, offset, budget);
  const table = readTable(bytes, reader, offset, budget);
  const supplement = table?.trailer.get('XRefStm');
  if (table === null || supplement === undefined) return table;
  const hidden = typeof supplement === 'number' ? readStreamSection(bytes, supplement, budget) : null;
  return hidden === null ? null : joined(table, hidden);
}

/**
 * Merges a table and its stream. The table takes precedence (7.5.8.4); an object in use in both, at different
 * locations, is ambiguous.
 */
function joined(table: CrossReferenceSection, stream: CrossReferenceSection): CrossReferenceSection {
  const entries = new Map(table.entries);
  let ambiguous = table.ambiguous || stream.ambiguous;
  const hidden = new Set<number>();
  for (const [number, place] of stream.entries) {
    if (place.kind === 'free') continue;
    const shown = entries.get(number);
    if (shown?.kind === 'free') hidden.add(number);
    if (shown === undefined || shown.kind === 'free') entries.set(number, place);
    else ambiguous ||= !isSamePlace(shown, place);
  }
  const supplement =
    stream.object === null ? null : { object: stream.object, entries: stream.entries, table };
  return {
    ...table,
    entries,
    wellFormed: table.wellFormed && stream.wellFormed,
    ambiguous,
    supplement,
    hidden,
  };
}

/**
 * Ignores the stream of a hybrid section that an older section already named, which happens if a program copies the
 * trailer. The stream adds nothing to the older section unless an object was moved in between.
 */
export function withoutSupplement(
  { table, entries }: Supplement,
  hidden: ReadonlySet<number>,
  before: (number: number) => Place,
): CrossReferenceSection {
  const moved = [...entries].some(
    ([number, place]) =>
      place.kind !== 'free' && !table.entries.has(number) && !isSamePlace(before(number), place),
  );
  return { ...table, hidden, ambiguous: table.ambiguous || moved };
}

function readTable(
  bytes: Buffer,
  reader: LenientReader,
  offset: number,
  budget: WorkBudget,
): CrossReferenceSection | null {
  const read = readTableEntries(reader);
  if (read === null) return null;
  spendOn(read.entries, budget);
  const entries = new Map<number, Place>();
  // `startxref` may name the keyword or, as some programs do, the end of line before it.
  let wellFormed = read.regular && /^(?:\r\n|\r|\n)?xref/.test(bytes.toString('latin1', offset, offset + 6));
  let ambiguous = false;
  for (const { number, offset: place, generation, inUse } of read.entries) {
    if (generation === null || number > MAX_OBJECT_NUMBER) return null;
    const entry: Place = inUse ? { kind: 'offset', offset: place, generation } : FREE;
    const known = entries.get(number);
    if (known !== undefined) {
      wellFormed = false;
      ambiguous ||= !isSamePlace(known, entry);
    } else entries.set(number, entry);
  }
  const { trailer, end, strict } = readTrailer(bytes, reader.position);
  if (trailer === null) return null;
  return {
    offset,
    end,
    entries,
    trailer,
    object: null,
    supplement: null,
    hidden: NOTHING,
    wellFormed: wellFormed && strict,
    ambiguous,
  };
}

/** Whether two entries locate the same object. */
export function isSamePlace(one: Place, other: Place): boolean {
  if (one.kind === 'offset') return other.kind === 'offset' && one.offset === other.offset;
  if (one.kind === 'packed')
    return other.kind === 'packed' && one.container === other.container && one.index === other.index;
  return other.kind === 'free';
}

function readTrailer(
  bytes: Buffer,
  position: number,
): { readonly trailer: PdfDictionary | null; readonly end: number; readonly strict: boolean } {
  try {
    const reader = new ValueReader(bytes, position);
    const value = reader.value();
    return { trailer: isDictionary(value) ? value : null, end: reader.position, strict: true };
  } catch (error) {
    if (!(error instanceof PdfSyntaxError)) throw error;
    const reader = new LenientReader(bytes, position);
    const value = reader.value();
    return { trailer: isDictionary(value) ? value : null, end: reader.position, strict: false };
  }
}

function readStreamSection(bytes: Buffer, offset: number, budget: WorkBudget): CrossReferenceSection | null {
  // /Length of a cross-reference stream is direct, because nothing can be looked up yet (7.5.8.2).
  const found = readObjectAt(bytes, offset, () => null);
  if (found === null || !isStream(found.value)) return null;
  const { dictionary } = found.value;
  const stream = found.value;
  const read = readStreamEntries(dictionary, () => decodedOrNull(stream, budget));
  if (read === null) return null;
  spendOn(read.entries, budget);

  const entries = new Map<number, Place>();
  let wellFormed = found.wellFormed && isNamed(dictionary.get('Type'), 'XRef') && read.regular;
  for (const { number, type, second, third } of read.entries) {
    if (number < 0 || number > MAX_OBJECT_NUMBER) return null;
    // For an entry of unknown type, MuPDF uses the older section and other readers treat it as missing (table 18).
    if (type > 2) wellFormed = false;
    if (entries.has(number)) wellFormed = false;
    else if (type === 1) entries.set(number, { kind: 'offset', offset: second, generation: third });
    else if (type === 2) entries.set(number, { kind: 'packed', container: second, index: third });
    else entries.set(number, FREE);
  }
  return {
    offset,
    end: found.end,
    entries,
    trailer: dictionary,
    object: found,
    supplement: null,
    hidden: NOTHING,
    wellFormed,
    ambiguous: false,
  };
}

function decodedOrNull(value: PdfStream, budget: WorkBudget): Uint8Array | null {
  try {
    return decodedWithin(budget, value, (part) => part ?? null);
  } catch (error) {
    if (error instanceof UndecodableStream || error instanceof DocumentRefused) return null;
    throw error;
  }
}

function spendOn({ length }: readonly unknown[], budget: WorkBudget): void {
  if (length > MAX_ENTRIES) throw new WorkExhausted();
  budget.spend(WORK_PER_ENTRY * length);
}
