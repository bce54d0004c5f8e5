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

/** Cache of objects, shared by all revisions that contain the same bytes. */
export interface ReadObjects {
  readonly budget: WorkBudget;
  readonly located: Map<number, LocatedObject | null>;
  readonly packed: Map<number, ObjectStream>;
}

export interface SeenObject {
  readonly value: PdfObject;
  /** Null for an object in an object stream. */
  readonly located: LocatedObject | null;
  readonly wellFormed: boolean;
  /** Readers differ in its value. */
  readonly ambiguous: boolean;
  /** Readers differ in where its data ends. */
  readonly conflict: boolean;
  /** A real is used where an integer is required. */
  readonly misplacedReals: boolean;
}

const MAX_CHAIN = 32;
/** Cost of reading an object, caching it, and searching it for references. */
const WORK_PER_OBJECT = 40;
const NOTHING: SeenObject = Object.freeze({
  value: null,
  located: null,
  wellFormed: true,
  ambiguous: false,
  conflict: false,
  misplacedReals: false,
});

/** The document as of the revision of that index: exactly what its signer signed. */
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

  /** The object with that number; null and well formed if there is none. */
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

  /** Numbers of the objects in that object stream; empty if it is none. */
  packedNumbers(container: number): readonly number[] {
    const { value } = this.object(container);
    const isTyped = isStream(value) && isNamed(value.dictionary.get('Type'), 'ObjStm');
    if (!isTyped && !this.isContainer(container)) return [];
    return this.objectStream(container).objects.map(({ object }) => object);
  }

  /** Whether entries refer to objects in the object of that number. Few readers check that its /Type is /ObjStm. */
  isContainer(number: number): boolean {
    return (this.#file.containers.get(number) ?? Number.POSITIVE_INFINITY) <= this.index;
  }

  /** Includes everything for which isContainer holds. */
  get containers(): readonly number[] {
    this.#containers ??= [...this.#file.containers.keys()].filter((number) => this.isContainer(number));
    return this.#containers;
  }

  /** Numbers of the objects that this revision added or changed. */
  get ownNumbers(): readonly number[] {
    return [...(this.#file.revisions[this.index]?.entries.keys() ?? [])];
  }

  /** The highest object number in use. */
  get highest(): number {
    return this.#file.revisions
      .slice(0, this.index + 1)
      .reduce((greatest, { highest }) => Math.max(greatest, highest), 0);
  }

  readonly resolve = (value: PdfObject | undefined): PdfObject => {
    let current = value ?? null;
    for (let steps = 0; isReference(current); steps += 1) {
      if (steps > MAX_CHAIN) return null;
      current = this.object(current.object).value;
    }
    return current;
  };

  /** The value as a dictionary. A stream is not accepted: in place of a dictionary it would be additional content. */
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

  /** The decoded data of a stream; null if it is not a stream or has an image filter. */
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
      // /Length is stored in the stream whose length it gives.
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

  /** The object stream with that number, as far as it is readable. */
  objectStream(container: number): ObjectStream {
    const place = this.place(container);
    if (place.kind !== 'offset') return NO_OBJECTS;
    const known = this.#read.packed.get(place.offset);
    if (known !== undefined) return known;
    // Treated as empty while it is being read, because a container may name itself.
    this.#read.packed.set(place.offset, NO_OBJECTS);
    const packed = readObjectStream(this.object(container).value, this);
    this.#read.packed.set(place.offset, packed);
    return packed;
  }
}

/** Length without stream data, which is not parsed as text. */
function textLength({ value, start, end }: LocatedObject): number {
  return end - start - (isStream(value) ? value.data.length : 0);
}
