import { isArray, isDictionary, isStream, type PdfDictionary, type PdfObject } from '../syntax/values.js';
import { isPlainlyEncoded } from './encoding-form.js';
import type { RevisionView } from './revision-view.js';

/** Whether two values are equal; references are equal if they name the same object. */
export function equalValues(one: PdfObject | undefined, other: PdfObject | undefined): boolean {
  const a = one ?? null;
  const b = other ?? null;
  if (a === b) return true;
  if (typeof a === 'number' && typeof b === 'number') return sameRounded(a, b);
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false;
  if (isArray(a)) {
    return isArray(b) && a.length === b.length && a.every((item, index) => equalValues(item, b[index]));
  }
  if (isDictionary(a)) return isDictionary(b) && equalDictionaries(a, b);
  if (isArray(b) || isDictionary(b) || a.kind !== b.kind) return false;
  switch (a.kind) {
    case 'name':
      return b.kind === 'name' && a.name === b.name;
    case 'reference':
      return b.kind === 'reference' && a.object === b.object && a.generation === b.generation;
    case 'string':
      return b.kind === 'string' && Buffer.compare(a.bytes, b.bytes) === 0;
    case 'stream':
      return (
        b.kind === 'stream' &&
        Buffer.compare(a.data, b.data) === 0 &&
        equalDictionaries(a.dictionary, b.dictionary, LENGTH)
      );
  }
}

/** Tolerates rounding by programs that rewrite a page, far below what is visible. Integers must be equal. */
function sameRounded(one: number, other: number): boolean {
  return !(Number.isInteger(one) && Number.isInteger(other)) && Math.abs(one - other) < 1e-6;
}

const LENGTH: ReadonlySet<string> = new Set(['Length']);
const ENCODING: ReadonlySet<string> = new Set(['Length', 'Filter', 'DecodeParms']);

function equalDictionaries(
  one: PdfDictionary,
  other: PdfDictionary,
  except: ReadonlySet<string> = new Set(),
): boolean {
  return changedKeys(one, other).every((key) => except.has(key));
}

/** The keys with different values, from either dictionary. */
export function changedKeys(one: PdfDictionary, other: PdfDictionary): readonly string[] {
  const keys = new Set([...one.keys(), ...other.keys()]);
  // A null entry is equivalent to a missing one (ISO 32000-2, 7.3.7), but for some readers it hides an inherited value.
  return [...keys].filter(
    (key) => one.has(key) !== other.has(key) || !equalValues(one.get(key), other.get(key)),
  );
}

/**
 * Like equalValues, but treats a recompressed stream as equal, provided that readers decoded the old data alike:
 * otherwise the rewritten stream may show some of them something else. Whether they decode the new data alike is
 * checked by encoding-form.
 */
export function sameContent(
  before: RevisionView,
  one: PdfObject,
  after: RevisionView,
  other: PdfObject,
): boolean {
  if (equalValues(one, other)) return true;
  if (!isStream(one) || !isStream(other)) return false;
  if (!equalDictionaries(one.dictionary, other.dictionary, ENCODING)) return false;
  if (!isPlainlyEncoded(one, before)) return false;
  const a = before.decoded(one);
  const b = after.decoded(other);
  return a !== null && b !== null && Buffer.compare(a, b) === 0;
}
