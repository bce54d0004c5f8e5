import { isReference, type PdfObject, type PdfValue } from '../syntax/values.js';
import { type ChangeKind, change, type DocumentChange } from './document-change.js';
import { admits, type ObjectRole } from './policies/object-roles.js';
import { ReferenceIndex, type Site, type WrittenObject } from './reference-index.js';
import type { RevisionView } from './revision-view.js';

export type { Site } from './reference-index.js';

/** An object that a revision brings or changes, and how the document reaches it afterwards. */
export interface ArrivedObject extends WrittenObject {
  readonly number: number;
  /** Every place that refers to it in the document after; empty where nothing leads to it. */
  readonly sites: readonly Site[];
}

/** Objects written by the revision, by number. */
export interface WrittenObjects {
  /** Objects that say something else than before, or are new. */
  readonly changed: ReadonlyMap<number, WrittenObject>;
  /** Objects that were written again and say the same. */
  readonly rewritten: ReadonlyMap<number, WrittenObject>;
}

export const TRAILER: Site = Object.freeze({ owner: 0, path: '' });

export function below(site: Site, key: string | number): Site {
  return { owner: site.owner, path: site.path === '' ? `${key}` : `${site.path}/${key}` };
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
  readonly changed: ReadonlyMap<number, WrittenObject>;
  readonly changes: DocumentChange[] = [];
  /** Widgets of signature fields that this revision adds. */
  readonly newWidgets = new Set<number>();
  /** Empty buttons that got an appearance. */
  readonly drawnButtons: {
    readonly name: string;
    readonly area: number;
    readonly item: PdfValue | undefined;
  }[] = [];
  /** pt² of the check boxes that look otherwise. */
  ticked = 0;
  readonly #lookedAt = new Set<number>();
  readonly #claims = new Map<number, Set<string>>();
  readonly #answered = new Map<number, ObjectRole>();
  readonly #index: ReferenceIndex;
  #touched: ReadonlySet<number> | null = null;

  /** @param index knows the references of the document before, and is taken on to the document after */
  constructor(before: RevisionView, after: RevisionView, written: WrittenObjects, index: ReferenceIndex) {
    this.before = before;
    this.after = after;
    this.changed = written.changed;
    this.#index = index;
    index.advance(after, new Map([...written.rewritten, ...written.changed]));
  }

  /** Whether readers are told to draw the fields themselves. */
  get readersDraw(): boolean {
    const form = this.before.dictionary(this.before.catalog.get('AcroForm'));
    return this.before.resolve(form?.get('NeedAppearances')) === true;
  }

  /** Steps from a place to its value; an object that is there may change as far as this place is concerned. */
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

  /**
   * Whether an object or anything below it is another one than before. What leads back up from a field is not a part of
   * it: its page and its parent.
   */
  isTouched(number: number): boolean {
    this.#touched ??= this.#climb();
    return this.#touched.has(number);
  }

  #climb(): ReadonlySet<number> {
    const touched = new Set(this.changed.keys());
    for (const number of touched) {
      for (const { owner, path } of this.mentionsOf(number)) {
        if (path !== 'P' && path !== 'Parent') touched.add(owner);
      }
    }
    return touched;
  }

  /** Whether a field is met for the first time. */
  isFirstLook(number: number): boolean {
    if (this.#lookedAt.has(number)) return false;
    this.#lookedAt.add(number);
    return true;
  }

  /** An object whose every difference was examined, as far as it is only what it was taken for. */
  answerFor(number: number, role: ObjectRole): void {
    this.#answered.set(number, role);
  }

  report(kind: ChangeKind, detail: string, field: string | null = null, visible = false): void {
    this.changes.push(change(kind, detail, field, visible));
  }

  /** References to an object in the previous document. */
  mentionsOf(number: number): readonly Site[] {
    return this.#index.sitesOf(number, this.before);
  }

  /** References to an object in the new document. */
  mentionsAfter(number: number): readonly Site[] {
    return this.#index.sitesOf(number, this.after);
  }

  /** Whether anything to be reached refers to an object, or ever did. */
  isReferredTo(number: number): boolean {
    return this.#index.has(number);
  }

  /** Objects that the revision adds or changes, with the places from which they are reachable afterwards. */
  get arrived(): readonly ArrivedObject[] {
    return [...this.changed].map(([number, { before, after }]) => ({
      number,
      before,
      after,
      sites: this.mentionsAfter(number),
    }));
  }

  /** Objects that changed without a rule that allows it at every place from which they are reached. */
  unexplained(): readonly number[] {
    const suspects = [...this.changed.keys()].filter((number) => this.#unclaimed(number).length > 0);
    if (suspects.length === 0) return [];
    const reached = reachableFrom(this.before);
    return suspects.filter((number) =>
      this.#unclaimed(number).some(({ owner }) => owner === 0 || reached.has(owner)),
    );
  }

  #unclaimed(number: number): readonly Site[] {
    const role = this.#answered.get(number);
    if (role !== undefined) return this.mentionsOf(number).filter(({ path }) => !admits(role, path));
    const claims = this.#claims.get(number);
    return this.mentionsOf(number).filter(({ owner, path }) => claims?.has(`${owner}:${path}`) !== true);
  }
}

/** The index also knows of objects that earlier revisions have cut off. */
function reachableFrom(view: RevisionView): ReadonlySet<number> {
  const reached = new Set<number>();
  new ReferenceIndex(view, (number) => reached.add(number));
  return reached;
}
