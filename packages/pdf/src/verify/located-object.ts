import { LenientReader } from '../import/lenient-reader.js';
import { PdfSyntaxError, RepeatedKey, TooManyValues, ValueReader } from '../syntax/value-reader.js';
import { isDictionary, isReference, type PdfDictionary, type PdfObject, stream } from '../syntax/values.js';
import { WorkExhausted } from './work-budget.js';

/** An indirect object with its position in the file. */
export interface LocatedObject {
  readonly object: number;
  readonly generation: number;
  readonly value: PdfObject;
  /** Offset of the object number; offset after `endobj`. */
  readonly start: number;
  readonly end: number;
  /** Whether the strict parser accepts it: every other reader then reads the same. */
  readonly wellFormed: boolean;
  /** It has a duplicate key, so readers may see different values. */
  readonly ambiguous: boolean;
  /** /Length does not match the end of the data: some readers use it, others search for `endstream`. */
  readonly conflict: boolean;
  /** A real is used where an integer is required. */
  readonly misplacedReals: boolean;
}

/** Resolves an indirect /Length; null if there is none. */
export type LengthOf = (object: number) => number | null;

/**
 * The object at an offset; null if there is none. What the strict parser rejects is read leniently and marked, because
 * a signed document may contain it; a later change must not.
 */
export function readObjectAt(bytes: Buffer, offset: number, lengthOf: LengthOf): LocatedObject | null {
  if (offset < 0 || offset >= bytes.length) return null;
  try {
    return strictly(bytes, offset, lengthOf);
  } catch (error) {
    if (error instanceof TooManyValues) throw new WorkExhausted();
    if (!(error instanceof PdfSyntaxError)) throw error;
    return leniently(bytes, offset, lengthOf, error instanceof RepeatedKey);
  }
}

function strictly(bytes: Buffer, offset: number, lengthOf: LengthOf): LocatedObject {
  const reader = new ValueReader(bytes, offset);
  const { object, generation, value } = reader.indirectObject((length) => {
    const found = lengthOf(length);
    if (found === null || found < 0) throw new PdfSyntaxError('/Length is not a number', offset);
    return found;
  });
  reader.keyword('endobj');
  // Some programs give the offset of the end of line before the object.
  const exact = /^(?:\r\n|\r|\n)?\d/.test(bytes.toString('latin1', offset, offset + 3));
  return {
    object,
    generation,
    value,
    start: offset,
    end: reader.position,
    wellFormed: exact,
    ambiguous: false,
    conflict: false,
    misplacedReals: reader.hasMisplacedReals,
  };
}

function leniently(
  bytes: Buffer,
  offset: number,
  lengthOf: LengthOf,
  ambiguous: boolean,
): LocatedObject | null {
  const reader = new LenientReader(bytes, offset);
  const header = reader.objectHeader();
  if (header === null) return null;
  const found = reader.value();
  let value: PdfObject = found;
  let end = reader.position;
  let conflict = false;
  if (isDictionary(found) && reader.skipKeyword('stream')) {
    const read = lenientStream(bytes, reader.position, found, lengthOf);
    value = read.value;
    end = read.end;
    conflict = read.conflict;
  }
  const after = new LenientReader(bytes, end);
  if (after.skipKeyword('endobj')) end = after.position;
  return {
    ...header,
    value,
    start: offset,
    end,
    wellFormed: false,
    ambiguous,
    conflict,
    misplacedReals: false,
  };
}

function lenientStream(
  bytes: Buffer,
  afterKeyword: number,
  entries: PdfDictionary,
  lengthOf: LengthOf,
): { readonly value: PdfObject; readonly end: number; readonly conflict: boolean } {
  let start = afterKeyword;
  if (bytes[start] === 0x0d) start += 1;
  if (bytes[start] === 0x0a) start += 1;
  const declared = entries.get('Length');
  const length = isReference(declared) ? lengthOf(declared.object) : declared;
  if (typeof length === 'number' && length >= 0 && start + length <= bytes.length) {
    const after = new LenientReader(bytes, start + length);
    if (after.skipKeyword('endstream')) {
      return {
        value: stream(entries, bytes.subarray(start, start + length)),
        end: after.position,
        conflict: false,
      };
    }
  }
  const marked = bytes.indexOf('endstream', start);
  const end = marked < 0 ? bytes.length : marked;
  return {
    value: stream(entries, bytes.subarray(start, end)),
    end: marked < 0 ? end : end + 'endstream'.length,
    conflict: typeof length !== 'number' || !isBlank(bytes, start + length, end),
  };
}

/** A difference of one end of line is read alike by all readers. */
function isBlank(bytes: Buffer, one: number, other: number): boolean {
  const between = bytes.subarray(Math.min(one, other), Math.max(one, other));
  return between.length <= 4 && between.every((byte) => byte === 0x20 || byte === 0x0a || byte === 0x0d);
}
