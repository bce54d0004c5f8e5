import {
  isDictionary,
  isNamed,
  isReference,
  isStream,
  type PdfDictionary,
  type PdfObject,
  type PdfValue,
} from '../syntax/values.js';
import type { CrossReferences, Entry, ReadAt } from './cross-references.js';
import { LenientReader, MAX_OBJECT_NUMBER } from './lenient-reader.js';

/** Objects of a file, found without its cross-reference tables. */
export interface FoundObjects extends CrossReferences {
  /** Object streams in file order: their contents are known once they can be decrypted. */
  readonly containers: readonly number[];
}

/**
 * Scans the whole file for objects, as PDF readers do if the cross-references are damaged. Of several objects with one
 * number the last counts, as if each were an update.
 */
export function searchObjects(bytes: Buffer, readAt: ReadAt): FoundObjects {
  const entries = new Map<number, Entry>();
  const containers = new Set<number>();
  const trailer = new Map<string, PdfValue>();
  const adopt = (found: PdfDictionary): void => {
    if (!found.has('Root') && trailer.has('Root')) return;
    for (const key of ['Root', 'Info', 'Encrypt', 'ID']) {
      const value = found.get(key);
      if (value !== undefined) trailer.set(key, value);
    }
  };
  let catalog: PdfValue = null;
  for (const { word, offset } of landmarks(bytes)) {
    if (word === 'trailer') {
      const found = new LenientReader(bytes, offset + word.length).value();
      if (isDictionary(found)) adopt(found);
      continue;
    }
    const header = new LenientReader(bytes, offset).objectHeader();
    if (header === null || header.object > MAX_OBJECT_NUMBER) continue;
    entries.set(header.object, { kind: 'offset', offset });
    const value = readAt(offset);
    const dictionary = dictionaryOf(value);
    containers.delete(header.object);
    if (isNamed(dictionary?.get('Type'), 'Catalog')) catalog = { kind: 'reference', ...header };
    if (isStream(value) && isNamed(dictionary?.get('Type'), 'ObjStm')) containers.add(header.object);
    if (isStream(value) && dictionary !== null && isNamed(dictionary.get('Type'), 'XRef')) adopt(dictionary);
  }
  const root = trailer.get('Root');
  if (catalog !== null && !(isReference(root) && entries.has(root.object)) && containers.size === 0) {
    trailer.set('Root', catalog);
  }
  return { entries, trailer, containers: [...containers] };
}

/** Every `12 0 obj` and `trailer`, in file order. */
function* landmarks(bytes: Buffer): Generator<{ readonly word: 'obj' | 'trailer'; readonly offset: number }> {
  // Converted to text in parts: a string of a whole large file would be a second copy of it.
  const part = 1 << 20;
  const overlap = 64;
  let last = -1;
  for (let start = 0; start < bytes.length; start += part) {
    const text = bytes.toString('latin1', start, start + part + overlap);
    for (const found of text.matchAll(/(?<!\d)\d{1,10}[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+obj|trailer/g)) {
      const offset = start + found.index;
      if (offset <= last || found.index >= part) continue;
      last = offset;
      yield { word: found[0] === 'trailer' ? 'trailer' : 'obj', offset };
    }
  }
}

function dictionaryOf(value: PdfObject): PdfDictionary | null {
  if (isStream(value)) return value.dictionary;
  return isDictionary(value) ? value : null;
}
