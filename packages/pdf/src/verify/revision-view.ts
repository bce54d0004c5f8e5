import { UndecodableStream } from '../import/decode-stream.js';
import { DocumentRefused } from '../model.js';
import {
  isArray,
  isDictionary,
  isName,
  isNamed,
  isReference,
  isStream,
  type PdfArrayValue,
  type PdfDictionary,
  type PdfObject,
} from '../syntax/values.js';
import { FREE, type Place } from './cross-reference-section.js';
import { decodedWithin } from './decoded-within.js';
import type { FileRevisions } from './file-revisions.js';
import { type LocatedObject, readObjectAt } from './located-object.js';
import { NO_OBJECTS, type ObjectStream, readObjectStream } from './object-stream.js';
import type { WorkBudget } from './work-budget.js';

/** Objects are cached for all revisions that see the same bytes. */
export interface ReadObjects {
  readonly budget: WorkBudget;
  readonly located: Map<number, LocatedObject | null>;
  readonly packed: Map<number, ObjectStream>;
}

export interface SeenObject {
  readonly value: PdfObject;
  /** Null for one in an object stream. */
  readonly located: LocatedObject | null;
  readonly wellFormed: boolean;
  /** Readers differ in what it says. */
  readonly ambiguous: boolean;
  /** Readers differ in where its data end. */
  readonly conflict: boolean;
  /** A real stands where an integer must stand. */
  readonly misplacedReals: boolean;
}

const LONGEST_CHAIN = 32;
/** It is read, kept, and looked through for references. */
const WORK_PER_OBJECT = 40;
const NOTHING: SeenObject = Object.freeze({
  value: null,
  located: null,
  wellFormed: true,
  ambiguous: false,
  conflict: false,
  misplacedReals: false,
});

/** The document as it was when the revision of that index was the last: exactly what its signer signed. */
export class RevisionView {
  readonly #bytes: Buffer;
  readonly #file: FileRevisions;
  readonly #read: ReadObjects;
  readonly #reading = new Set<number>();
  #containers: readonly number[] | null = null;
  readonly index: number;

  constructor(bytes: Buffer, file: FileRevisions, index: number, read: ReadObjects) {
    this.#bytes = bytes;
    this.#file = file;
    this.index = index;
    this.#read = read;
  }

  get budget(): WorkBudget {
    return this.#read.budget;
  }

  get trailer(): PdfDictionary {
    return this.#file.revisions[this.index]?.sections[0]?.trailer ?? new Map();
  }

  get catalog(): PdfDictionary {
    return this.dictionary(this.trailer.get('Root')) ?? new Map();
  }

  place(number: number): Place {
    const known = this.#file.places.get(number);
    if (known === undefined) return FREE;
    if ('place' in known) return known.since <= this.index ? known.place : FREE;
    let low = 0;
    let high = known.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((known[middle]?.since ?? 0) <= this.index) low = middle + 1;
      else high = middle;
    }
    return known[low - 1]?.place ?? FREE;
  }

  /** The object of that number; null and well formed where there is none. */
  object(number: number): SeenObject {
    this.budget.spend(1);
    const place = this.place(number);
    if (place.kind === 'free') return NOTHING;
    if (place.kind === 'packed') {
      const { objects } = this.objectStream(place.container);
      const expected = objects[place.index];
      if (expected?.object === number) return { ...expected, located: null, conflict: false };
      const other = objects.find(({ object }) => object === number);
      return { ...NOTHING, value: other?.value ?? null, wellFormed: false };
    }
    const located = this.#locatedAt(place.offset);
    if (located === null || located.object !== number) return { ...NOTHING, located, wellFormed: false };
    const wellFormed = located.wellFormed && located.generation === place.generation;
    const { value, ambiguous, conflict, misplacedReals } = located;
    return { value, located, wellFormed, ambiguous, conflict, misplacedReals };
  }

  /** The numbers that the object stream of that number holds; empty for what is none. */
  packedNumbers(container: number): readonly number[] {
    const { value } = this.object(container);
    const isTyped = isStream(value) && isNamed(value.dictionary.get('Type'), 'ObjStm');
    if (!isTyped && !this.isContainer(container)) return [];
    return this.objectStream(container).objects.map(({ object }) => object);
  }

  /** Whether objects are searched for in the object of that number. Few readers ask whether it calls itself /ObjStm. */
  isContainer(number: number): boolean {
    return (this.#file.containers.get(number) ?? Number.POSITIVE_INFINITY) <= this.index;
  }

  /** Includes everything for which isContainer holds. */
  get containers(): readonly number[] {
    this.#containers ??= [...this.#file.containers.keys()].filter((number) => this.isContainer(number));
    return this.#containers;
  }

  /** The objects that this revision brought. */
  get ownNumbers(): readonly number[] {
    return [...(this.#file.revisions[this.index]?.entries.keys() ?? [])];
  }

  /** The greatest number in use. */
  get highest(): number {
    return this.#file.revisions
      .slice(0, this.index + 1)
      .reduce((greatest, { highest }) => Math.max(greatest, highest), 0);
  }

  readonly resolve = (value: PdfObject | undefined): PdfObject => {
    let current = value ?? null;
    for (let steps = 0; isReference(current); steps += 1) {
      if (steps > LONGEST_CHAIN) return null;
      current = this.object(current.object).value;
    }
    return current;
  };

  /** Streams have dictionaries and are none: what stands where one belongs would be content besides. */
  dictionary(value: PdfObject | undefined): PdfDictionary | null {
    const found = this.resolve(value);
    return isDictionary(found) ? found : null;
  }

  array(value: PdfObject | undefined): PdfArrayValue | null {
    const found = this.resolve(value);
    return isArray(found) ? found : null;
  }

  name(value: PdfObject | undefined): string | null {
    const found = this.resolve(value);
    return isName(found) ? found.name : null;
  }

  /** The bytes behind a stream's filters; null for what is not a stream, or has a filter of pictures. */
  decoded(value: PdfObject | undefined): Uint8Array | null {
    const found = this.resolve(value);
    if (!isStream(found)) return null;
    try {
      return decodedWithin(this.budget, found, this.resolve);
    } catch (error) {
      if (error instanceof DocumentRefused) this.budget.reached('DECODED_BYTES');
      else if (!(error instanceof UndecodableStream)) throw error;
      return null;
    }
  }

  #locatedAt(offset: number): LocatedObject | null {
    const known = this.#read.located.get(offset);
    if (known !== undefined) return known;
    const located = readObjectAt(this.#bytes, offset, (object) => {
      // A /Length that is in the very stream that it measures.
      if (this.#reading.has(object)) return null;
      this.#reading.add(object);
      const { value } = this.object(object);
      this.#reading.delete(object);
      return typeof value === 'number' ? value : null;
    });
    this.#read.located.set(offset, located);
    this.budget.spend(WORK_PER_OBJECT);
    if (located !== null) this.budget.spendOnText(textLength(located));
    return located;
  }

  /** The object stream of that number, as far as it can be read. */
  objectStream(container: number): ObjectStream {
    const place = this.place(container);
    if (place.kind !== 'offset') return NO_OBJECTS;
    const known = this.#read.packed.get(place.offset);
    if (known !== undefined) return known;
    // Until it is read nothing is in it: a container may name itself.
    this.#read.packed.set(place.offset, NO_OBJECTS);
    const packed = readObjectStream(this.object(container).value, this);
    this.#read.packed.set(place.offset, packed);
    return packed;
  }
}

/** Without the data of a stream, which nobody reads as text. */
function textLength({ value, start, end }: LocatedObject): number {
  return end - start - (isStream(value) ? value.data.length : 0);
}
