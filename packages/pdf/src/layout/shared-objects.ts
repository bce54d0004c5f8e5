import { createHash } from 'node:crypto';
import type { ClassicFile } from '../syntax/classic-file.js';
import type { IncrementalUpdate } from '../syntax/incremental-update.js';
import {
  isArray,
  isDictionary,
  isNamed,
  isReference,
  isStream,
  type PdfDictionary,
  type PdfObject,
  type PdfReference,
  type PdfValue,
  reference,
} from '../syntax/values.js';
import { printValue } from '../syntax/write-value.js';

type Add = (object: PdfObject) => PdfReference;

/** Newest fields of the file whose appearances are searched: a bound on the work of a signature. */
const MAX_FIELDS = 40;
/** References followed one after the other; those of a font are four. */
const MAX_DEPTH = 6;
/** Numbers of objects that are not written; no file has as many. */
const UNWRITTEN = 2 ** 40;

/**
 * The fonts and seals that earlier signatures of a file have written. Equal ones are referred to and not written again.
 * They are compared by their whole content: a name proves nothing.
 */
export class SharedObjects {
  readonly #file: ClassicFile;
  #known: ReadonlyMap<string, PdfReference> | null = null;

  constructor(file: ClassicFile) {
    this.#file = file;
  }

  /** What `build` returns, in the file already or added to the update. */
  write(update: IncrementalUpdate, build: (add: Add) => PdfReference): PdfReference {
    this.#known ??= resourcesOf(this.#file);
    if (this.#known.size > 0) {
      const unwritten: PdfObject[] = [];
      const root = build((object) => reference(UNWRITTEN + unwritten.push(object) - 1));
      const digest = digestOf(root, ({ object }) => unwritten[object - UNWRITTEN] ?? null);
      const known = this.#known.get(digest);
      if (known !== undefined) return known;
    }
    return build((object) => update.add(object));
  }
}

/** The XObjects and fonts of the appearances of signatures, by digest. */
function resourcesOf(file: ClassicFile): ReadonlyMap<string, PdfReference> {
  const found = new Map<string, PdfReference>();
  const form = file.dictionary(file.dictionary(file.root)?.get('AcroForm'));
  for (const field of (file.array(form?.get('Fields')) ?? []).slice(-MAX_FIELDS)) {
    const entries = file.dictionary(field);
    if (!isNamed(entries?.get('FT'), 'Sig') || entries?.has('V') !== true) continue;
    const appearance = file.dictionary(file.dictionary(entries.get('AP'))?.get('N'));
    const resources = file.dictionary(appearance?.get('Resources'));
    for (const kind of ['XObject', 'Font']) {
      for (const resource of (
        file.dictionary(resources?.get(kind)) ?? new Map<string, PdfValue>()
      ).values()) {
        if (isReference(resource))
          found.set(
            digestOf(resource, (target) => file.resolve(target)),
            resource,
          );
      }
    }
  }
  return found;
}

/** Equal for equal graphs of objects, whatever their numbers. */
function digestOf(root: PdfReference, resolve: (target: PdfReference) => PdfObject): string {
  const hash = createHash('sha256');

  function add(value: PdfObject, depth: number): void {
    if (isReference(value)) {
      if (depth === MAX_DEPTH) hash.update('deeper ');
      else add(resolve(value), depth + 1);
    } else if (isStream(value)) {
      addEntries(value.dictionary, depth);
      hash.update(`stream ${value.data.length} `).update(value.data);
    } else if (isArray(value)) {
      hash.update(`[${value.length} `);
      for (const item of value) add(item, depth);
    } else if (isDictionary(value)) addEntries(value, depth);
    else hash.update(`${printValue(value)} `);
  }

  function addEntries(entries: PdfDictionary, depth: number): void {
    const keys = [...entries.keys()].filter((key) => key !== 'Length').sort();
    hash.update(`<<${keys.length} `);
    for (const key of keys) {
      hash.update(`${printValue({ kind: 'name', name: key })} `);
      add(entries.get(key) ?? null, depth);
    }
  }

  add(root, 0);
  return hash.digest('hex');
}
