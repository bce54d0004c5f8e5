import { isArray, isStream, type PdfDictionary, type PdfObject, type PdfValue } from '../pdf/values.js';
import { decodeStream, UndecodableStream } from './decode-stream.js';
import { LenientReader, MAX_OBJECT_NUMBER } from './lenient-reader.js';

/** Where an object stands: at an offset, as item `index` of an object stream, or nowhere. */
export type Entry =
  | { readonly kind: 'offset'; readonly offset: number }
  | { readonly kind: 'packed'; readonly container: number; readonly index: number }
  | { readonly kind: 'free' };

export interface CrossReferences {
  readonly entries: ReadonlyMap<number, Entry>;
  readonly trailer: PdfDictionary;
}

/** Reads the object at an offset without any cross-reference; null where none stands. */
export type ReadAt = (offset: number) => PdfObject;

const MOST_SECTIONS = 10_000;

/**
 * The tables and streams that lead from the end of the file to all its objects (ISO 32000-2 sections 7.5.4, 7.5.8),
 * hybrid ones too; null when any of them is not where it should be, so that the objects must be searched for.
 */
export function readCrossReferences(bytes: Buffer, readAt: ReadAt): CrossReferences | null {
  const entries = new Map<number, Entry>();
  const trailer = new Map<string, PdfValue>();
  const seen = new Set<number>();
  let offset = lastStartxref(bytes);
  while (offset !== null && !seen.has(offset)) {
    seen.add(offset);
    const section = readSection(bytes, offset, readAt);
    if (section === null || seen.size > MOST_SECTIONS) return null;
    const found: ReadonlyMap<number, Entry>[] = [section.entries];
    // Older readers are to see these objects as free (7.5.8.4).
    const supplement = section.trailer.get('XRefStm');
    if (typeof supplement === 'number') {
      const packed = readSection(bytes, supplement, readAt);
      if (packed === null) return null;
      found.unshift(packed.entries);
    }
    for (const [number, entry] of found.flatMap((map) => [...map])) {
      if (!entries.has(number)) entries.set(number, entry);
    }
    for (const [key, value] of section.trailer) if (!trailer.has(key)) trailer.set(key, value);
    const previous: unknown = section.trailer.get('Prev');
    offset = typeof previous === 'number' ? previous : null;
  }
  return entries.size === 0 ? null : { entries, trailer };
}

function lastStartxref(bytes: Buffer): number | null {
  const at = bytes.lastIndexOf('startxref');
  if (at < 0) return null;
  const word = new LenientReader(bytes, at + 'startxref'.length).word();
  return /^\d+$/.test(word) ? Number(word) : null;
}

function readSection(bytes: Buffer, offset: number, readAt: ReadAt): CrossReferences | null {
  if (offset < 0 || offset >= bytes.length) return null;
  const reader = new LenientReader(bytes, offset);
  if (reader.skipKeyword('xref')) return readTable(reader);
  const found = readAt(offset);
  return isStream(found)
    ? readStream(found.dictionary, () => decodeStream(found, (value) => value ?? null))
    : null;
}

function readTable(reader: LenientReader): CrossReferences | null {
  const entries = new Map<number, Entry>();
  while (!reader.skipKeyword('trailer')) {
    const first = reader.word();
    const count = reader.word();
    if (!/^\d+$/.test(first) || !/^\d+$/.test(count)) return null;
    let number = Number(first);
    for (let index = 0; index < Number(count); index += 1) {
      const before = reader.position;
      const offset = reader.word();
      if (offset === 'trailer') {
        // The count promises more than there is.
        reader.position = before;
        break;
      }
      const generation = reader.word();
      const kind = reader.word();
      if (!/^\d+$/.test(offset) || (kind !== 'n' && kind !== 'f')) return null;
      // The head of the free list is object 0, whatever number its subsection begins with.
      if (index === 0 && kind === 'f' && Number(generation) === 65535 && Number(offset) === 0) number = 0;
      if (number <= MAX_OBJECT_NUMBER && !entries.has(number)) {
        const used = kind === 'n' && Number(offset) > 0;
        entries.set(number, used ? { kind: 'offset', offset: Number(offset) } : { kind: 'free' });
      }
      number += 1;
    }
  }
  const trailer = reader.value();
  return trailer instanceof Map ? { entries, trailer } : null;
}

function readStream(dictionary: PdfDictionary, decode: () => Uint8Array): CrossReferences | null {
  const widths = numbersOf(dictionary.get('W'));
  const [kindWidth = 0, secondWidth = 0, thirdWidth = 0] = widths;
  const width = kindWidth + secondWidth + thirdWidth;
  if (widths.length < 3 || width < 1 || widths.some((value) => value < 0 || value > 8)) return null;
  const data = decodedOrNull(decode);
  if (data === null) return null;
  const entries = new Map<number, Entry>();
  const size = dictionary.get('Size');
  const index = numbersOf(dictionary.get('Index'));
  const ranges = index.length >= 2 ? index : [0, typeof size === 'number' ? size : 0];
  let at = 0;
  const field = (length: number, otherwise: number): number => {
    if (length === 0) return otherwise;
    let value = 0;
    for (let end = at + length; at < end; at += 1) value = value * 256 + (data[at] ?? 0);
    return value;
  };
  for (let range = 0; range + 1 < ranges.length; range += 2) {
    const first = ranges[range] ?? 0;
    const end = first + (ranges[range + 1] ?? 0);
    for (let number = first; number < end && at + width <= data.length; number += 1) {
      const kind = field(kindWidth, 1);
      const second = field(secondWidth, 0);
      const third = field(thirdWidth, 0);
      if (number < 0 || number > MAX_OBJECT_NUMBER || entries.has(number)) continue;
      if (kind === 1) entries.set(number, { kind: 'offset', offset: second });
      else if (kind === 2) entries.set(number, { kind: 'packed', container: second, index: third });
      else entries.set(number, { kind: 'free' });
    }
  }
  return { entries, trailer: dictionary };
}

function numbersOf(value: PdfObject | undefined): number[] {
  return isArray(value) ? value.filter((item) => typeof item === 'number') : [];
}

function decodedOrNull(decode: () => Uint8Array): Uint8Array | null {
  try {
    return decode();
  } catch (error) {
    if (error instanceof UndecodableStream) return null;
    throw error;
  }
}
