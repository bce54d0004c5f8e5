import { isReference, type PdfObject, type PdfValue } from '../syntax/values.js';
import { type ChangeKind, change, type DocumentChange } from './document-change.js';
import { admits, type ObjectRole } from './policies/object-roles.js';
import { ReferenceIndex, type Site, type WrittenObject } from './reference-index.js';
import type { RevisionView } from './revision-view.js';

export type { Site } from './reference-index.js';

/** An object that a revision adds or changes, and the references to it afterwards. */
export interface ArrivedObject extends WrittenObject {
  readonly number: number;
  /** All references in the new document; empty if it is unreachable. */
  readonly sites: readonly Site[];
}

/** Objects written by the revision, by number. */
export interface WrittenObjects {
  /** New objects, and objects with another value. */
  readonly changed: ReadonlyMap<number, WrittenObject>;
  /** Objects rewritten with an equal value. */
  readonly rewritten: ReadonlyMap<number, WrittenObject>;
}

export const TRAILER: Site = Object.freeze({ owner: 0, path: '' });

export function below(site: Site, key: string | number): Site {
  return { owner: site.owner, path: site.path === '' ? `${key}` : `${site.path}/${key}` };
}

/**
 * Comparison of a revision with the previous one. A rule either claims places at which an object may change or takes
 * responsibility for a whole object. A changed object of the previous document that is reachable from any other place
 * is forbidden even if a rule claims it: an appearance that is also used by page content is page content.
 */
export class Comparison {
  readonly before: RevisionView;
  readonly after: RevisionView;
  /** Objects with another value, by number. */
  readonly changed: ReadonlyMap<number, WrittenObject>;
  readonly changes: DocumentChange[] = [];
  /** Widgets of signature fields that this revision adds. */
  readonly newWidgets = new Set<number>();
  /** Empty buttons that received an appearance. */
  readonly drawnButtons: {
    readonly name: string;
    readonly area: number;
    readonly item: PdfValue | undefined;
  }[] = [];
  /** Total area of the check boxes with another appearance, pt². */
  ticked = 0;
  readonly #lookedAt = new Set<number>();
  readonly #claims = new Map<number, Set<string>>();
  readonly #answered = new Map<number, ObjectRole>();
  readonly #index: ReferenceIndex;
  #touched: ReadonlySet<number> | null = null;

  /** @param index references of the previous document; updated to those of the new one */
  constructor(before: RevisionView, after: RevisionView, written: WrittenObjects, index: ReferenceIndex) {
    this.before = before;
    this.after = after;
    this.changed = written.changed;
    this.#index = index;
    index.advance(after, new Map([...written.rewritten, ...written.changed]));
  }

  /** Whether readers are instructed to generate the appearances of fields. */
  get readersDraw(): boolean {
    const form = this.before.dictionary(this.before.catalog.get('AcroForm'));
    return this.before.resolve(form?.get('NeedAppearances')) === true;
  }

  /** Claims a place and returns that of its value; as far as this place is concerned, the object there may change. */
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
   * Whether an object or anything below it has changed. References from a field back to its page and its parent are not
   * part of the field.
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

  /** Whether a field is visited for the first time. */
  isFirstVisit(number: number): boolean {
    if (this.#lookedAt.has(number)) return false;
    this.#lookedAt.add(number);
    return true;
  }

  /**
   * Records that all differences of an object have been examined for its role. References that use it in another role
   * are not covered.
   */
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

  /** Whether any reachable object refers to the object, or ever did. */
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

  /** Changed objects that are reachable from a place at which no rule permits the change. */
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

/** Needed because the index also contains objects that earlier revisions have made unreachable. */
function reachableFrom(view: RevisionView): ReadonlySet<number> {
  const reached = new Set<number>();
  new ReferenceIndex(view, (number) => reached.add(number));
  return reached;
}
