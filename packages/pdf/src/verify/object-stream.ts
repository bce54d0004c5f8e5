import { LenientReader } from '../import/lenient-reader.js';
import { PdfSyntaxError, RepeatedKey, TooManyValues, ValueReader } from '../syntax/value-reader.js';
import { isStream, type PdfObject, type PdfValue } from '../syntax/values.js';
import { tokenFault } from './canonical-text.js';
import { strayWord } from './structure-words.js';
import { type WorkBudget, WorkExhausted } from './work-budget.js';

export interface PackedObject {
  readonly object: number;
  readonly value: PdfValue;
  readonly wellFormed: boolean;
  /** It has a duplicate key. */
  readonly ambiguous: boolean;
  /** A real is used where an integer is required. */
  readonly misplacedReals: boolean;
}

/** An object stream (ISO 32000-2, 7.5.7) with its objects. */
export interface ObjectStream {
  /** Decoded data; null if it cannot be decoded. */
  readonly data: Uint8Array | null;
  /** Offset of the objects in the data. */
  readonly first: number;
  readonly objects: readonly PackedObject[];
  /** False if the index lists more objects than the data contains, or if they are not consecutive. */
  readonly regular: boolean;
  /** Its index contains a number twice: some readers use the position in it, others the number. */
  readonly repeated: boolean;
}

interface Reader {
  readonly budget: WorkBudget;
  resolve(value: PdfObject | undefined): PdfObject;
  decoded(value: PdfObject | undefined): Uint8Array | null;
}

const MAX_OBJECTS = 100_000;
export const NO_OBJECTS: ObjectStream = Object.freeze({
  data: null,
  first: 0,
  objects: [],
  regular: false,
  repeated: false,
});

export function readObjectStream(container: PdfObject, reader: Reader): ObjectStream {
  if (!isStream(container)) return NO_OBJECTS;
  const data = reader.decoded(container);
  const first = reader.resolve(container.dictionary.get('First'));
  const count = reader.resolve(container.dictionary.get('N'));
  if (data === null || typeof first !== 'number' || typeof count !== 'number') return NO_OBJECTS;
  const header = new LenientReader(data.subarray(0, Math.max(0, first)));
  const objects: PackedObject[] = [];
  const numbers = new Set<number>();
  let regular = Number.isInteger(count) && count >= 0 && count <= MAX_OBJECTS;
  if (count > MAX_OBJECTS) reader.budget.reached('PACKED_OBJECTS');
  let end = first;
  let repeated = false;
  for (let index = 0; index < Math.min(count, MAX_OBJECTS); index += 1) {
    const object = header.word();
    const offset = header.word();
    if (!/^\d{1,10}$/.test(object) || !/^\d{1,10}$/.test(offset)) {
      regular = false;
      break;
    }
    const start = first + Number(offset);
    reader.budget.spend(10);
    const { end: behind, ...read } = readPacked(data, start);
    regular &&= start >= end && isBlank(data, end, start);
    reader.budget.spendOnText(Math.max(0, behind - start));
    end = behind;
    objects.push({ object: Number(object), ...read });
    repeated ||= numbers.has(Number(object));
    numbers.add(Number(object));
  }
  header.skipWhitespace();
  regular &&= header.position >= header.bytes.length && isBlank(data, end, data.length);
  return { data, first, objects, regular, repeated };
}

/** Whether all readers find the same objects in it, including readers that search files for objects. */
export function isPlainObjectStream({ data, first, regular, repeated }: ObjectStream): boolean {
  if (data === null || !regular || repeated) return false;
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (strayWord(bytes, 0, bytes.length, () => false) !== null) return false;
  return tokenFault(bytes.toString('latin1', first), 0) === null;
}

function isBlank(data: Uint8Array, start: number, end: number): boolean {
  return data.subarray(start, end).every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
}

function readPacked(
  data: Uint8Array,
  offset: number,
): Omit<PackedObject, 'object'> & { readonly end: number } {
  try {
    const reader = new ValueReader(data, offset);
    const value = reader.value();
    const misplacedReals = reader.hasMisplacedReals;
    return { value, wellFormed: true, ambiguous: false, misplacedReals, end: reader.position };
  } catch (error) {
    if (error instanceof TooManyValues) throw new WorkExhausted();
    if (!(error instanceof PdfSyntaxError)) throw error;
    const ambiguous = error instanceof RepeatedKey;
    const reader = new LenientReader(data, offset);
    const value = reader.value();
    return { value, wellFormed: false, ambiguous, misplacedReals: false, end: reader.position };
  }
}
