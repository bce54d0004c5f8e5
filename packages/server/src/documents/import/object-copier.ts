import { deflateSync } from 'node:zlib';
import {
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNumber,
  PdfRef,
  PdfStream,
  PdfString,
  type PdfObject as SourceObject,
} from '@libpdf/core';
import {
  isNamed,
  name,
  type PdfDictionary,
  type PdfObject,
  type PdfReference,
  type PdfValue,
  reference,
  stream,
} from '../pdf/values.js';
import type { SourceDocument } from './source-document.js';

/** Keys that carry scripts, files, private data of editors or encryption, wherever they stand. */
const DROPPED = new Set(['AA', 'JS', 'AF', 'EF', 'PieceInfo', 'Perms', 'Thread', 'Threads']);
/** In a stream's dictionary: /Length is written anew, /F would name data outside the file. */
const DROPPED_OF_STREAMS = new Set(['Length', 'F', 'FFilter', 'FDecodeParms', 'DL']);
/** Their values map names that a document chose freely to objects: a font may well be called /AA there. */
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
const MAX_DEPTH = 200;
/** Shorter streams do not gain from being deflated. */
const WORTH_DEFLATING = 256;

/**
 * Copies what can be reached from the pages and the catalog into a new list of objects: unreachable objects, old
 * revisions and everything that acts (scripts, actions other than URI) stay behind.
 */
export class ObjectCopier {
  readonly #source: SourceDocument;
  readonly #objects: PdfObject[] = [];
  readonly #numbers = new Map<string, PdfReference | null>();
  readonly #waiting: {
    readonly place: PdfReference;
    readonly value: SourceObject;
    readonly names: boolean;
  }[] = [];

  constructor(source: SourceDocument) {
    this.#source = source;
  }

  add(object: PdfObject): PdfReference {
    return reference(this.#objects.push(object));
  }

  set(place: PdfReference, object: PdfObject): void {
    this.#objects[place.object - 1] = object;
  }

  /** From now on references to that source object become references to `place`, or null. */
  redirect(original: PdfRef, place: PdfReference | null): void {
    this.#numbers.set(original.toString(), place);
  }

  /** Copies all that is still waiting and answers the objects. */
  finish(): readonly PdfObject[] {
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      this.set(next.place, this.copyObject(next.value, next.names));
    }
    return this.#objects;
  }

  /** `names`: the value maps freely chosen names to objects. */
  copyObject(value: SourceObject, names = false): PdfObject {
    if (!(value instanceof PdfStream)) return this.copy(value, names);
    const entries = new Map(this.#entries(value, false, 0));
    for (const key of DROPPED_OF_STREAMS) entries.delete(key);
    // XMP is meant to be found by programs that know nothing of PDF.
    const plain = !entries.has('Filter') && !isNamed(entries.get('Type'), 'Metadata');
    if (!plain || value.data.length < WORTH_DEFLATING) return stream(entries, value.data);
    entries.delete('DecodeParms');
    return stream(entries.set('Filter', name('FlateDecode')), deflateSync(value.data));
  }

  copy(value: SourceObject | undefined, names = false, depth = 0): PdfValue {
    if (value === undefined || depth > MAX_DEPTH) return null;
    if (value instanceof PdfRef) return this.#reference(value, names);
    if (value instanceof PdfStream) return this.add(this.copyObject(value));
    if (value instanceof PdfDict) return this.#entries(value, names, depth);
    if (value instanceof PdfArray) return value.toArray().map((item) => this.copy(item, false, depth + 1));
    if (value instanceof PdfName) return name(nameBytes(value.value));
    if (value instanceof PdfNumber) return Number.isFinite(value.value) ? value.value : 0;
    if (value instanceof PdfBool) return value.value;
    if (value instanceof PdfString) return { kind: 'string', bytes: value.bytes };
    return null;
  }

  #reference(original: PdfRef, names: boolean): PdfValue {
    const key = original.toString();
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const value = this.#source.resolve(original);
    if (value === null || value.type === 'null') {
      this.#numbers.set(key, null);
      return null;
    }
    const place = this.add(null);
    this.#numbers.set(key, place);
    this.#waiting.push({ place, value, names });
    return place;
  }

  #entries(value: PdfDict, names: boolean, depth: number): PdfDictionary {
    const entries = new Map<string, PdfValue>();
    for (const [{ value: key }, item] of value) {
      if (!names && DROPPED.has(key)) continue;
      if (!names && key === 'A' && this.#isAction(item)) {
        this.#keepHarmlessAction(item, value, entries, depth);
        continue;
      }
      entries.set(nameBytes(key), this.copy(item, !names && NAME_MAPS.has(key), depth + 1));
    }
    return entries;
  }

  #isAction(value: SourceObject): boolean {
    return this.#source.name(this.#source.dictionary(value)?.get('S')) !== null;
  }

  /** A link to a web address stays; a jump within the document becomes the destination that it names. */
  #keepHarmlessAction(
    action: SourceObject,
    owner: PdfDict,
    into: Map<string, PdfValue>,
    depth: number,
  ): void {
    const entries = this.#source.dictionary(action);
    const kind = this.#source.name(entries?.get('S'));
    if (kind === 'URI') {
      const address = this.#source.resolve(entries?.get('URI'));
      if (address !== null)
        into.set(
          'A',
          new Map([
            ['S', name('URI')],
            ['URI', this.copy(address, false, depth + 1)],
          ]),
        );
    }
    if (kind === 'GoTo' && !owner.has('Dest'))
      into.set('Dest', this.copy(entries?.get('D'), false, depth + 1));
  }
}

/**
 * The bytes of a name: the parser hands names written with #-escapes over as decoded UTF-8, others byte by byte.
 * Content streams name resources by their bytes, so these must come out as they came in.
 */
function nameBytes(text: string): string {
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) > 0xff) return Buffer.from(text, 'utf8').toString('latin1');
  }
  return text;
}
