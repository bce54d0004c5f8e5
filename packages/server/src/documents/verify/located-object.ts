import { LenientReader } from '../import/lenient-reader.js';
import { PdfSyntaxError, RepeatedKey, ValueReader } from '../pdf/value-reader.js';
import { isDictionary, isReference, type PdfDictionary, type PdfObject, stream } from '../pdf/values.js';

/** An indirect object with the bytes that it takes up. */
export interface LocatedObject {
  readonly object: number;
  readonly generation: number;
  readonly value: PdfObject;
  /** Of the object's number; after `endobj`. */
  readonly start: number;
  readonly end: number;
  /** Whether the strict reader understood it: every other reader then reads the same. */
  readonly wellFormed: boolean;
  /** A key stands twice in it, so that readers see two different objects. */
  readonly ambiguous: boolean;
}

/** An indirect /Length; null where there is none. */
export type LengthOf = (object: number) => number | null;

/**
 * The object that begins at an offset, or null where none does. What the strict reader refuses is read leniently and
 * marked, because a document may have been signed like that; a later change may not come so.
 */
export function readObjectAt(bytes: Buffer, offset: number, lengthOf: LengthOf): LocatedObject | null {
  if (offset < 0 || offset >= bytes.length) return null;
  try {
    return strictly(bytes, offset, lengthOf);
  } catch (error) {
    if (!(error instanceof PdfSyntaxError)) throw error;
    return leniently(bytes, offset, lengthOf, error instanceof RepeatedKey);
  }
}

function strictly(bytes: Buffer, offset: number, lengthOf: LengthOf): LocatedObject {
  const reader = new ValueReader(bytes, offset);
  const { object, generation, value } = reader.indirectObject((length) => {
    const found = lengthOf(length);
    if (found === null || found < 0) throw new PdfSyntaxError('a /Length that is no number', offset);
    return found;
  });
  reader.keyword('endobj');
  const digit = bytes[offset] ?? 0;
  const exact = digit >= 0x30 && digit <= 0x39;
  return {
    object,
    generation,
    value,
    start: offset,
    end: reader.position,
    wellFormed: exact,
    ambiguous: false,
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
  if (isDictionary(found) && reader.skipKeyword('stream')) {
    const read = lenientStream(bytes, reader.position, found, lengthOf);
    value = read.value;
    end = read.end;
  }
  const after = new LenientReader(bytes, end);
  if (after.skipKeyword('endobj')) end = after.position;
  return { ...header, value, start: offset, end, wellFormed: false, ambiguous };
}

function lenientStream(
  bytes: Buffer,
  afterKeyword: number,
  entries: PdfDictionary,
  lengthOf: LengthOf,
): { readonly value: PdfObject; readonly end: number } {
  let start = afterKeyword;
  if (bytes[start] === 0x0d) start += 1;
  if (bytes[start] === 0x0a) start += 1;
  const declared = entries.get('Length');
  const length = isReference(declared) ? lengthOf(declared.object) : declared;
  if (typeof length === 'number' && length >= 0 && start + length <= bytes.length) {
    const after = new LenientReader(bytes, start + length);
    if (after.skipKeyword('endstream')) {
      return { value: stream(entries, bytes.subarray(start, start + length)), end: after.position };
    }
  }
  const marked = bytes.indexOf('endstream', start);
  const end = marked < 0 ? bytes.length : marked;
  return {
    value: stream(entries, bytes.subarray(start, end)),
    end: marked < 0 ? end : end + 'endstream'.length,
  };
}
