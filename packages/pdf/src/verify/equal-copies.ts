import {
  isArray,
  isDictionary,
  isName,
  isReference,
  isStream,
  isString,
  type PdfDictionary,
  type PdfObject,
  type PdfReference,
} from '../syntax/values.js';
import { isSamePlace } from './cross-reference-section.js';
import { equalValues, sameContent } from './equal-values.js';
import type { RevisionView } from './revision-view.js';

/** Enough for a page with its resources; anything larger is not a minor change. */
const MAX_STEPS = 5_000;

/** Key with which iText marks pages that it wrote; readers ignore it. */
const MARKER = 'ITXT';

/**
 * Whether two values are equal after references are resolved: programs that save a file may, for example, renumber
 * resources without changing them. Cyclic graphs are equal if no path through them leads to a difference.
 */
export function sameCopies(
  before: RevisionView,
  one: PdfObject | undefined,
  after: RevisionView,
  other: PdfObject | undefined,
): boolean {
  return new Copies(before, after).same(one ?? null, other ?? null);
}

class Copies {
  readonly #before: RevisionView;
  readonly #after: RevisionView;
  readonly #assumed = new Set<string>();
  #steps = 0;

  constructor(before: RevisionView, after: RevisionView) {
    this.#before = before;
    this.#after = after;
  }

  same(one: PdfObject, other: PdfObject): boolean {
    this.#steps += 1;
    if (this.#steps > MAX_STEPS) return false;
    if (isReference(one) && isReference(other)) return this.#sameReferences(one, other);
    if (isReference(other) && !this.#leadsSomewhere(other)) return false;
    const a = isReference(one) ? this.#before.resolve(one) : one;
    const b = isReference(other) ? this.#after.resolve(other) : other;
    if (isArray(a))
      return (
        isArray(b) && a.length === b.length && a.every((item, index) => this.same(item, b[index] ?? null))
      );
    if (isDictionary(a)) return isDictionary(b) && this.#sameEntries(a, b);
    if (isStream(a)) {
      // Decoded data is compared, and dictionaries without the entries that describe its encoding.
      const [content, copy] = [withoutEntries(a), isStream(b) ? withoutEntries(b) : null];
      return (
        isStream(b) &&
        copy !== null &&
        sameContent(this.#before, { ...a, dictionary: content.kept }, this.#after, {
          ...b,
          dictionary: copy.kept,
        }) &&
        this.#sameEntries(content.entries, copy.entries)
      );
    }
    return equalValues(a, b);
  }

  #sameReferences(one: PdfReference, other: PdfReference): boolean {
    const isOwn = one.object === other.object && one.generation === other.generation;
    if (isOwn && isSamePlace(this.#before.place(one.object), this.#after.place(one.object))) return true;
    if (!isOwn && !this.#leadsSomewhere(other)) return false;
    const key = `${one.object} ${other.object}`;
    if (this.#assumed.has(key)) return true;
    this.#assumed.add(key);
    const [former, latter] = [this.#before.object(one.object), this.#after.object(other.object)];
    return !former.ambiguous && !latter.ambiguous && this.same(former.value, latter.value);
  }

  /** If the generation differs from that of the object, some readers find nothing. */
  #leadsSomewhere({ object, generation }: PdfReference): boolean {
    const place = this.#after.place(object);
    return place.kind !== 'free' && generation === (place.kind === 'offset' ? place.generation : 0);
  }

  #sameEntries(one: PdfDictionary, other: PdfDictionary): boolean {
    const type = one.get('Type');
    const isPage = isName(type) && (type.name === 'Page' || type.name === 'Pages');
    return [...new Set([...one.keys(), ...other.keys()])].every((key) => {
      if (isPage && key === MARKER && isString(other.get(key))) return true;
      return one.has(key) === other.has(key) && this.same(one.get(key) ?? null, other.get(key) ?? null);
    });
  }
}

const ENCODING: ReadonlySet<string> = new Set(['Length', 'Filter', 'DecodeParms']);

/** Splits a stream dictionary into the entries that describe its encoding, and the others. */
function withoutEntries({ dictionary }: { readonly dictionary: PdfDictionary }): {
  readonly kept: PdfDictionary;
  readonly entries: PdfDictionary;
} {
  const all = [...dictionary];
  return {
    kept: new Map(all.filter(([key]) => ENCODING.has(key))),
    entries: new Map(all.filter(([key]) => !ENCODING.has(key))),
  };
}
