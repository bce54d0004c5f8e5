import {
  isArray,
  isDictionary,
  isReference,
  isStream,
  type PdfObject,
  type PdfValue,
  reference,
} from '../syntax/values.js';
import type { RevisionView, SeenObject } from './revision-view.js';

/** A reference to an object: the object that contains it (0: the trailer), and the path of keys within that object. */
export interface Site {
  readonly owner: number;
  readonly path: string;
}

/** An object of a later revision and its previous value; null if there was none. */
export interface WrittenObject {
  readonly before: PdfObject;
  readonly after: PdfObject;
}

type PathsByTarget = ReadonlyMap<number, readonly string[]>;

/**
 * Index of references between objects from the first signed revision on. The document is traversed once; each later
 * revision adds the references of its changed objects. Owners are never removed, so a list of owners may be too long:
 * the actual references of an owner in a revision are read from its value there.
 */
export class ReferenceIndex {
  readonly #owners = new Map<number, number[]>();
  readonly #paths = new WeakMap<object, PathsByTarget>();
  /** Objects referred to with a generation other than 0. */
  readonly #generations = new Map<number, number>();
  /** Objects referred to with different generations. */
  readonly #mixed = new Set<number>();

  /** @param visit called once for each reachable object */
  constructor(view: RevisionView, visit: (number: number, seen: SeenObject) => void = () => undefined) {
    this.#walk(view, this.#add(0, rootsOf(view), null), visit);
  }

  /** Adds the objects that a revision wrote, and traverses objects referred to for the first time. */
  advance(after: RevisionView, written: ReadonlyMap<number, WrittenObject>): void {
    const reachable = [...written].filter(([number]) => this.has(number));
    const unseen = this.#add(0, rootsOf(after), null);
    for (const [number, { before, after: value }] of reachable)
      for (const target of this.#add(number, value, before)) unseen.push(target);
    this.#walk(after, unseen, () => undefined);
  }

  /** Whether any reachable object has ever referred to the object. */
  has(number: number): boolean {
    return this.#owners.has(number);
  }

  /** Objects referred to with a generation that they do not have: some readers find nothing there. */
  strays(view: RevisionView, numbers: Iterable<number>): readonly number[] {
    return [...new Set([...this.#generations.keys(), ...numbers])].filter((number) => {
      const place = view.place(number);
      if (place.kind === 'free') return false;
      const generation = place.kind === 'offset' ? place.generation : 0;
      return this.#mixed.has(number) || (this.#generations.get(number) ?? 0) !== generation;
    });
  }

  /** All references to the object in this revision. */
  sitesOf(number: number, view: RevisionView): readonly Site[] {
    const owners = new Set(this.#owners.get(number));
    return [...owners].flatMap((owner) => {
      const value = owner === 0 ? rootsOf(view) : view.object(owner).value;
      const paths = this.#pathsIn(value).get(number) ?? [];
      return paths.map((path) => ({ owner, path }));
    });
  }

  #walk(
    view: RevisionView,
    starts: readonly number[],
    visit: (number: number, seen: SeenObject) => void,
  ): void {
    const waiting = [...starts];
    for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
      const seen = view.object(number);
      visit(number, seen);
      for (const target of this.#add(number, seen.value, null)) waiting.push(target);
    }
  }

  /** Returns the objects that were not referred to before. */
  #add(owner: number, value: PdfObject, former: PdfObject): number[] {
    const kept = new Set<number>();
    forEachTarget(former, (target) => kept.add(target));
    const unseen: number[] = [];
    forEachTarget(value, (target, generation) => {
      this.#noteGeneration(target, generation);
      if (kept.has(target)) return;
      kept.add(target);
      const owners = this.#owners.get(target);
      if (owners !== undefined) owners.push(owner);
      else {
        this.#owners.set(target, [owner]);
        unseen.push(target);
      }
    });
    return unseen;
  }

  #noteGeneration(target: number, generation: number): void {
    if (generation === 0 && this.#generations.size === 0) return;
    const known = this.#generations.get(target) ?? (this.#owners.has(target) ? 0 : generation);
    if (known !== generation) this.#mixed.add(target);
    if (generation !== 0) this.#generations.set(target, generation);
  }

  #pathsIn(value: PdfObject): PathsByTarget {
    if (value === null || typeof value !== 'object') return new Map();
    const known = this.#paths.get(value);
    if (known !== undefined) return known;
    const found = new Map<number, string[]>();
    collect(isStream(value) ? value.dictionary : value, '', found);
    this.#paths.set(value, found);
    return found;
  }
}

/**
 * The roots of the traversal, including object streams: nothing refers to them, and their decoding may depend on other
 * objects.
 */
function rootsOf(view: RevisionView): PdfObject {
  const { trailer } = view;
  const roots = ['Root', 'Info', 'Encrypt', 'ID'].map((key) => [key, trailer.get(key) ?? null] as const);
  return new Map<string, PdfValue>([
    ...roots,
    ['ObjStm', view.containers.map((number) => reference(number))],
  ]);
}

function forEachTarget(value: PdfObject, act: (target: number, generation: number) => void): void {
  if (value === null || typeof value !== 'object') return;
  if (isArray(value)) for (const item of value) forEachTarget(item, act);
  else if (isDictionary(value)) for (const item of value.values()) forEachTarget(item, act);
  else if (isReference(value)) act(value.object, value.generation);
  else if (isStream(value)) forEachTarget(value.dictionary, act);
}

function collect(value: PdfValue, path: string, found: Map<number, string[]>): void {
  if (isReference(value)) {
    const known = found.get(value.object);
    if (known === undefined) found.set(value.object, [path]);
    else known.push(path);
    return;
  }
  const step = (key: string | number): string => (path === '' ? `${key}` : `${path}/${key}`);
  if (isArray(value)) for (const [index, item] of value.entries()) collect(item, step(index), found);
  else if (isDictionary(value)) for (const [key, item] of value) collect(item, step(key), found);
}
