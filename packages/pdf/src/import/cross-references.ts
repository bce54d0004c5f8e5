import {
  isStream,
  type PdfDictionary,
  type PdfObject,
  type PdfStream,
  type PdfValue,
} from '../syntax/values.js';
import { readStreamEntries, readTableEntries } from './cross-reference-entries.js';
import { decodeStream, UndecodableStream } from './decode-stream.js';
import { LenientReader, MAX_OBJECT_NUMBER } from './lenient-reader.js';

/** Location of an object: an offset, item `index` of an object stream, or none. */
export type Entry =
  | { readonly kind: 'offset'; readonly offset: number }
  | { readonly kind: 'packed'; readonly container: number; readonly index: number }
  | { readonly kind: 'free' };

export interface CrossReferences {
  readonly entries: ReadonlyMap<number, Entry>;
  readonly trailer: PdfDictionary;
}

/** Reads the object at an offset without a cross-reference table; null if there is none. */
export type ReadAt = (offset: number) => PdfObject;

const MAX_SECTIONS = 10_000;

/**
 * Reads the cross-reference tables and streams from the end of the file (ISO 32000-2 sections 7.5.4, 7.5.8), including
 * hybrid ones. Null if any of them is not at its offset, so that the file must be scanned for objects.
 */
export function readCrossReferences(bytes: Buffer, readAt: ReadAt): CrossReferences | null {
  const entries = new Map<number, Entry>();
  const trailer = new Map<string, PdfValue>();
  const seen = new Set<number>();
  let offset = lastStartxref(bytes);
  while (offset !== null && !seen.has(offset)) {
    seen.add(offset);
    const section = readSection(bytes, offset, readAt);
    if (section === null || seen.size > MAX_SECTIONS) return null;
    const found: ReadonlyMap<number, Entry>[] = [section.entries];
    // Hybrid files hide these objects from older readers, which see them as free (7.5.8.4).
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
  return isStream(found) ? readStream(found) : null;
}

function readTable(reader: LenientReader): CrossReferences | null {
  const read = readTableEntries(reader);
  if (read === null) return null;
  const entries = new Map<number, Entry>();
  for (const { number, offset, inUse } of read.entries) {
    if (number > MAX_OBJECT_NUMBER || entries.has(number)) continue;
    entries.set(number, inUse ? { kind: 'offset', offset } : { kind: 'free' });
  }
  const trailer = reader.value();
  return trailer instanceof Map ? { entries, trailer } : null;
}

function readStream(stream: PdfStream): CrossReferences | null {
  const read = readStreamEntries(stream.dictionary, () => decodedOrNull(stream));
  if (read === null) return null;
  const entries = new Map<number, Entry>();
  for (const { number, type, second, third } of read.entries) {
    if (number < 0 || number > MAX_OBJECT_NUMBER || entries.has(number)) continue;
    if (type === 1) entries.set(number, { kind: 'offset', offset: second });
    else if (type === 2) entries.set(number, { kind: 'packed', container: second, index: third });
    else entries.set(number, { kind: 'free' });
  }
  return { entries, trailer: stream.dictionary };
}

function decodedOrNull(stream: PdfStream): Uint8Array | null {
  try {
    return decodeStream(stream, (value) => value ?? null);
  } catch (error) {
    if (error instanceof UndecodableStream) return null;
    throw error;
  }
}
