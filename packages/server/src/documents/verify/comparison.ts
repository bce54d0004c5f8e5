import {
  isArray,
  isDictionary,
  isReference,
  isStream,
  type PdfObject,
  type PdfValue,
  reference,
} from '../pdf/values.js';
import { type ChangeKind, change, type DocumentChange } from './document-change.js';
import type { RevisionView } from './revision-view.js';

/** A place in the document before: an object (0: the trailer) and the keys that lead on from it. */
export interface Site {
  readonly owner: number;
  readonly path: string;
}

export const TRAILER: Site = Object.freeze({ owner: 0, path: '' });

export function below(site: Site, key: string | number): Site {
  return { owner: site.owner, path: site.path === '' ? `${key}` : `${site.path}/${key}` };
}

interface Mention extends Site {
  readonly target: number;
}

/** What is known of references from one revision to the next. */
export interface KnownReferences {
  /** Those in objects that were looked through once; an object of several revisions is the same value. */
  readonly within: WeakMap<object, readonly { readonly path: string; readonly target: number }[]>;
  /** Numbers that anything to be reached refers to, or ever did; empty until the first revision was looked through. */
  readonly targets: Set<number>;
}

/**
 * One revision against the one before it. Rules claim the places at which they allow an object to change, or answer
 * for an object as a whole; an object of the document before that changed and can be reached from anywhere else is
 * forbidden, whoever may claim it: an appearance that a page's content uses as well is page content.
 */
export class Comparison {
  readonly before: RevisionView;
  readonly after: RevisionView;
  /** Objects whose content is another one, by number. */
  readonly changed: ReadonlyMap<number, { readonly before: PdfObject; readonly after: PdfObject }>;
  readonly changes: DocumentChange[] = [];
  /** Widgets of signature fields that this revision adds. */
  readonly newWidgets = new Set<number>();
  /** Empty buttons that got an appearance. */
  readonly drawnButtons: {
    readonly name: string;
    readonly area: number;
    readonly item: PdfValue | undefined;
  }[] = [];
  /** pt² of the tick boxes that look otherwise. */
  ticked = 0;
  readonly #lookedAt = new Set<number>();
  readonly #claims = new Map<number, Set<string>>();
  readonly #answered = new Set<number>();
  readonly #known: KnownReferences;
  #mentions: ReadonlyMap<number, readonly Mention[]> | null = null;

  constructor(
    before: RevisionView,
    after: RevisionView,
    changed: ReadonlyMap<number, { readonly before: PdfObject; readonly after: PdfObject }>,
    known: KnownReferences,
  ) {
    this.before = before;
    this.after = after;
    this.changed = changed;
    this.#known = known;
    if (known.targets.size === 0) this.#mentions = mentionsOf(before, changed, known);
  }

  /** Whether readers are told to draw the fields themselves. */
  get readersDraw(): boolean {
    const form = this.before.dictionary(this.before.catalog.get('AcroForm'));
    return this.before.resolve(form?.get('NeedAppearances')) === true;
  }

  /** Steps from a place to its value; an object that stands there may change as far as this place is concerned. */
  enter(site: Site, value: PdfValue | undefined): Site {
    let at = site;
    let current: PdfObject = value ?? null;
    for (let steps = 0; isReference(current) && steps < 32; steps += 1) {
      const claims = this.#claims.get(current.object) ?? new Set<string>();
      claims.add(`${at.owner}:${at.path}`);
      this.#claims.set(current.object, claims);
      at = { owner: current.object, path: '' };
      current = this.before.object(current.object).value;
    }
    return at;
  }

  /** Whether a field is met for the first time. */
  isFirstLook(number: number): boolean {
    if (this.#lookedAt.has(number)) return false;
    this.#lookedAt.add(number);
    return true;
  }

  /** An object whose every difference was looked at, so that it does not matter from where it is reached. */
  answerFor(number: number): void {
    this.#answered.add(number);
  }

  report(kind: ChangeKind, detail: string, field: string | null = null, visible = false): void {
    this.changes.push(change(kind, detail, field, visible));
  }

  /** Where the document before refers to an object that changed. */
  mentionsOf(number: number): readonly Site[] {
    // Most objects of an update are new, and nothing before it can have meant them.
    if (!this.#known.targets.has(number)) return [];
    this.#mentions ??= mentionsOf(this.before, this.changed, this.#known);
    return this.#mentions.get(number) ?? [];
  }

  /** To be called at the end, for the revision after this one. */
  rememberReferences(): void {
    const waiting = [rootsOf(this.after), ...[...this.changed.values()].map(({ after }) => after)];
    for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
      for (const { target } of referencesIn(value, this.#known)) {
        if (this.#known.targets.has(target)) continue;
        this.#known.targets.add(target);
        // It may be an old object that nothing led to before, with others behind it.
        waiting.push(this.after.object(target).value);
      }
    }
  }

  /** Objects that changed without a rule that allows it at every place from which they are reached. */
  unexplained(): readonly number[] {
    return [...this.changed.keys()].filter((number) => {
      if (this.#answered.has(number)) return false;
      const claims = this.#claims.get(number);
      return this.mentionsOf(number).some(({ owner, path }) => claims?.has(`${owner}:${path}`) !== true);
    });
  }
}

/** All references to `wanted` objects in what can be reached from the trailer. */
function mentionsOf(
  view: RevisionView,
  wanted: ReadonlyMap<number, unknown>,
  known: KnownReferences,
): ReadonlyMap<number, readonly Mention[]> {
  const found = new Map<number, Mention[]>();
  const seen = new Set<number>([0]);
  const waiting: number[] = [0];
  for (let owner = waiting.pop(); owner !== undefined; owner = waiting.pop()) {
    const value = owner === 0 ? rootsOf(view) : view.object(owner).value;
    for (const { path, target } of referencesIn(value, known)) {
      known.targets.add(target);
      if (wanted.has(target)) {
        const mentions = found.get(target) ?? [];
        mentions.push({ owner, path, target });
        found.set(target, mentions);
      }
      if (seen.has(target)) continue;
      seen.add(target);
      waiting.push(target);
    }
  }
  return found;
}

/** Object streams among them: nothing refers to them, and how they are read may stand in other objects. */
function rootsOf(view: RevisionView): PdfObject {
  const { trailer } = view;
  const roots = ['Root', 'Info', 'Encrypt', 'ID'].map((key) => [key, trailer.get(key) ?? null] as const);
  return new Map<string, PdfValue>([
    ...roots,
    ['ObjStm', view.containers.map((number) => reference(number))],
  ]);
}

function referencesIn(
  value: PdfObject,
  known: KnownReferences,
): readonly { readonly path: string; readonly target: number }[] {
  if (value === null || typeof value !== 'object') return [];
  const remembered = known.within.get(value);
  if (remembered !== undefined) return remembered;
  const found: { path: string; target: number }[] = [];
  collect(isStream(value) ? value.dictionary : value, '', found);
  known.within.set(value, found);
  return found;
}

function collect(
  value: Exclude<PdfObject, null> | null,
  path: string,
  found: { path: string; target: number }[],
): void {
  if (isReference(value)) {
    found.push({ path, target: value.object });
    return;
  }
  const step = (key: string | number): string => (path === '' ? `${key}` : `${path}/${key}`);
  if (isArray(value)) for (const [index, item] of value.entries()) collect(item, step(index), found);
  else if (isDictionary(value)) for (const [key, item] of value) collect(item, step(key), found);
}
