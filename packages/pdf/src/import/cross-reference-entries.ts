import { isArray, type PdfDictionary, type PdfObject } from '../syntax/values.js';
import { type LenientReader, MAX_OBJECT_NUMBER } from './lenient-reader.js';

/** One line of a cross-reference table (ISO 32000-2 7.5.4). */
export interface TableEntry {
  readonly number: number;
  /** Byte offset from the beginning of the file; 0 for a free object. */
  readonly offset: number;
  /** Null unless it has one to five digits. */
  readonly generation: number | null;
  readonly inUse: boolean;
}

/** One entry of a cross-reference stream; its numbers depend on its type (ISO 32000-2 table 18). */
export interface StreamEntry {
  readonly number: number;
  readonly type: number;
  readonly second: number;
  readonly third: number;
}

export interface EntriesRead<T> {
  readonly entries: readonly T[];
  /** False if a count exceeds the entries present, or a subsection does not begin with the stated number. */
  readonly regular: boolean;
}

/**
 * The lines between `xref` and `trailer`; the reader is then positioned after `trailer`. Null if they are malformed.
 */
export function readTableEntries(reader: LenientReader): EntriesRead<TableEntry> | null {
  const entries: TableEntry[] = [];
  let regular = true;
  while (!reader.skipKeyword('trailer')) {
    const first = reader.word();
    const count = reader.word();
    if (!isNumber(first) || !isNumber(count)) return null;
    let number = Number(first);
    for (let index = 0; index < Number(count); index += 1) {
      const before = reader.position;
      if (entries.length > MAX_OBJECT_NUMBER) return null;
      const plain = index > 0 ? plainEntry(reader, number) : null;
      if (plain !== null) {
        entries.push(plain);
        number += 1;
        continue;
      }
      const offset = reader.word();
      if (offset === 'trailer') {
        reader.position = before;
        regular = false;
        break;
      }
      const generation = reader.word();
      const kind = reader.word();
      if (!isNumber(offset) || (kind !== 'n' && kind !== 'f')) return null;
      // The head of the free list is object 0, whatever number its subsection begins with.
      const isHead = kind === 'f' && generation === '65535' && Number(offset) === 0;
      if (index === 0 && isHead && number !== 0) {
        number = 0;
        regular = false;
      }
      entries.push({
        number,
        offset: Number(offset),
        generation: /^\d{1,5}$/.test(generation) ? Number(generation) : null,
        inUse: kind === 'n' && Number(offset) > 0,
      });
      number += 1;
    }
  }
  return { entries, regular };
}

/** Reads an entry of exactly 20 bytes, as nearly all are; null, with the position unchanged, for any other. */
function plainEntry(reader: LenientReader, number: number): TableEntry | null {
  const { bytes } = reader;
  let at = reader.position;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d) at += 1;
  const kind = bytes[at + 17];
  const offset = digits(bytes, at, 10);
  const generation = digits(bytes, at + 11, 5);
  const isPlain =
    bytes[at + 10] === 0x20 &&
    bytes[at + 16] === 0x20 &&
    (kind === 0x6e || kind === 0x66) &&
    (bytes[at + 18] ?? 0) <= 0x20;
  if (!isPlain || offset === null || generation === null) return null;
  reader.position = at + 18;
  return { number, offset, generation, inUse: kind === 0x6e && offset > 0 };
}

function digits(bytes: Buffer, start: number, length: number): number | null {
  let value = 0;
  for (let at = start; at < start + length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x30 || byte > 0x39) return null;
    value = value * 10 + byte - 0x30;
  }
  return value;
}

const isNumber = (word: string): boolean => /^\d{1,10}$/.test(word);

/**
 * The entries of a cross-reference stream (ISO 32000-2 7.5.8.3).
 * @param decode decodes the stream's data; null if it cannot be decoded
 * @returns null if `W` is invalid, there are no data, or there are more entries than possible objects
 */
export function readStreamEntries(
  dictionary: PdfDictionary,
  decode: () => Uint8Array | null,
): EntriesRead<StreamEntry> | null {
  const widths = numbersOf(dictionary.get('W'));
  const [typeWidth = 0, secondWidth = 0, thirdWidth = 0] = widths;
  const width = typeWidth + secondWidth + thirdWidth;
  if (widths.length < 3 || width < 1 || widths.some((value) => value < 0 || value > 8)) return null;
  const data = decode();
  if (data === null) return null;
  let at = 0;
  const field = (length: number, otherwise: number): number => {
    if (length === 0) return otherwise;
    let value = 0;
    for (let end = at + length; at < end; at += 1) value = value * 256 + (data[at] ?? 0);
    return value;
  };
  const entries: StreamEntry[] = [];
  let regular = widths.length === 3;
  const size = dictionary.get('Size');
  const index = numbersOf(dictionary.get('Index'));
  const ranges = index.length >= 2 ? index : [0, typeof size === 'number' ? size : 0];
  for (let range = 0; range + 1 < ranges.length; range += 2) {
    const first = ranges[range] ?? 0;
    const end = first + (ranges[range + 1] ?? 0);
    for (let number = first; number < end; number += 1) {
      if (at + width > data.length) {
        regular = false;
        break;
      }
      if (entries.length > MAX_OBJECT_NUMBER) return null;
      // An omitted type defaults to 1.
      entries.push({
        number,
        type: field(typeWidth, 1),
        second: field(secondWidth, 0),
        third: field(thirdWidth, 0),
      });
    }
  }
  return { entries, regular };
}

function numbersOf(value: PdfObject | undefined): number[] {
  return isArray(value) ? value.filter((item) => typeof item === 'number') : [];
}
