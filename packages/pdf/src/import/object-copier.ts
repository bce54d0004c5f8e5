import { deflateSync } from 'node:zlib';
import {
  isArray,
  isDictionary,
  isNamed,
  isReference,
  isStream,
  name,
  type PdfDictionary,
  type PdfObject,
  type PdfReference,
  type PdfStream,
  type PdfValue,
  reference,
  stream,
} from '../syntax/values.js';
import type { SourceDocument } from './source-document.js';

/** Keys for scripts, files, private data of editors or encryption, in any dictionary. */
const DROPPED = new Set(['AA', 'JS', 'AF', 'EF', 'PieceInfo', 'Perms', 'Thread', 'Threads']);
/** In a stream's dictionary: /Length is recomputed, /F would refer to data outside the file. */
const DROPPED_OF_STREAMS = new Set(['Length', 'F', 'FFilter', 'FDecodeParms', 'DL']);
/** Their values map arbitrary names to objects: a font may well be called /AA there. */
const NAME_MAPS = new Set([
  'Font',
  'XObject',
  'ExtGState',
  'ColorSpace',
  'Pattern',
  'Shading',
  'Properties',
  'CharProcs',
  'Colorants',
  'Dests',
  'RoleMap',
  'ClassMap',
]);
/** Kinds of dictionary keys: standard keys, names chosen by the document, or its font names. */
type Keys = 'known' | 'names' | 'fonts';

function keysOf(key: string): Keys {
  if (key === 'Font') return 'fonts';
  return NAME_MAPS.has(key) ? 'names' : 'known';
}

/** Shorter streams do not benefit from compression. */
const WORTH_DEFLATING = 256;

/**
 * Copies everything reachable from the pages and the catalog into a new list of objects. Unreachable objects, old
 * revisions and everything active (scripts, actions other than URI) are dropped.
 */
export class ObjectCopier {
  readonly #source: SourceDocument;
  readonly #objects: PdfObject[];
  readonly #numbers = new Map<number, PdfReference | null>();
  readonly #waiting: {
    readonly place: PdfReference;
    readonly value: PdfObject;
    readonly keys: Keys;
  }[] = [];

  /** `objects`: those of the new file so far, if it is assembled from several. */
  constructor(source: SourceDocument, objects: PdfObject[] = []) {
    this.#source = source;
    this.#objects = objects;
  }

  add(object: PdfObject): PdfReference {
    return reference(this.#objects.push(object));
  }

  set(place: PdfReference, object: PdfObject): void {
    this.#objects[place.object - 1] = object;
  }

  /** Redirects later references to that source object to `place`, or null. */
  redirect(original: PdfReference, place: PdfReference | null): void {
    this.#numbers.set(original.object, place);
  }

  /** Copies everything that is still pending and returns the objects. */
  finish(): readonly PdfObject[] {
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      this.set(next.place, this.copyObject(next.value, next.keys));
    }
    return this.#objects;
  }

  /** `keys`: kind of the dictionary's keys. */
  copyObject(value: PdfObject, keys: Keys = 'known'): PdfObject {
    return isStream(value) ? this.copyStream(value) : this.copy(value, keys);
  }

  copyStream(source: PdfStream): PdfStream {
    const entries = new Map(this.#entries(source.dictionary, 'known'));
    for (const key of DROPPED_OF_STREAMS) entries.delete(key);
    // XMP is meant to be found by programs that cannot parse PDF.
    const plain = !entries.has('Filter') && !isNamed(entries.get('Type'), 'Metadata');
    if (!plain || source.data.length < WORTH_DEFLATING) return stream(entries, source.data);
    entries.delete('DecodeParms');
    return stream(entries.set('Filter', name('FlateDecode')), deflateSync(source.data));
  }

  copy(value: PdfValue | undefined, keys: Keys = 'known'): PdfValue {
    if (value === undefined) return null;
    if (isReference(value)) return this.#reference(value, keys);
    if (isDictionary(value)) return this.#entries(value, keys);
    if (isArray(value)) return value.map((item) => this.copy(item));
    return value;
  }

  /** An inline copy of a reference's target; a stream stays an indirect object. */
  copyDirect(value: PdfValue | undefined, keys: Keys = 'known'): PdfValue {
    const found = this.#source.resolve(value);
    return isStream(found) ? this.copy(value, keys) : this.copy(found, keys);
  }

  #reference(original: PdfReference, keys: Keys): PdfValue {
    const key = original.object;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const value = this.#source.resolve(original);
    if (value === null) {
      this.#numbers.set(key, null);
      return null;
    }
    const place = this.add(null);
    this.#numbers.set(key, place);
    this.#waiting.push({ place, value, keys });
    return place;
  }

  #entries(value: PdfDictionary, keys: Keys): PdfDictionary {
    const entries = new Map<string, PdfValue>();
    const known = keys === 'known';
    for (const [key, item] of value) {
      if (known && DROPPED.has(key)) continue;
      if (known && key === 'A' && this.#isAction(item)) {
        this.#keepHarmlessAction(item, value, entries);
        continue;
      }
      const copied = this.copy(item, known ? keysOf(key) : 'known');
      // Programs distinguish fonts by their object numbers.
      entries.set(key, keys === 'fonts' && isDictionary(copied) ? this.add(copied) : copied);
    }
    return entries;
  }

  #isAction(value: PdfValue): boolean {
    return this.#source.name(this.#source.dictionary(value)?.get('S')) !== null;
  }

  /** A link to a web address is kept; a jump within the document becomes its destination. */
  #keepHarmlessAction(action: PdfValue, owner: PdfDictionary, into: Map<string, PdfValue>): void {
    const entries = this.#source.dictionary(action);
    const kind = this.#source.name(entries?.get('S'));
    if (kind === 'URI') {
      const address = this.#source.string(entries?.get('URI'));
      if (address !== null && isWebAddress(address)) {
        const uri: PdfValue = { kind: 'string', bytes: address };
        into.set(
          'A',
          new Map<string, PdfValue>([
            ['S', name('URI')],
            ['URI', uri],
          ]),
        );
      }
    }
    if (kind === 'GoTo' && !owner.has('Dest')) into.set('Dest', this.copy(entries?.get('D')));
  }
}

/** javascript: and file: addresses affect the reader's own machine. */
function isWebAddress(address: Uint8Array): boolean {
  return !/^\s*(javascript|vbscript|data|file):/i.test(Buffer.from(address).toString('latin1'));
}
