import { LenientReader } from '../import/lenient-reader.js';
import { PdfSyntaxError, ValueReader } from '../syntax/value-reader.js';
import { isName, isReference, type PdfDictionary, type PdfObject, type PdfValue } from '../syntax/values.js';
import { fieldName } from './field-entries.js';
import type { RevisionView } from './revision-view.js';

/** A signature dictionary and the field whose value it is. */
export interface FoundSignature {
  readonly fieldName: string;
  readonly field: PdfDictionary;
  readonly dictionary: PdfDictionary;
  /** Offset of the indirect object that contains the dictionary; null if it is in an object stream. */
  readonly objectStart: number | null;
  readonly objectEnd: number;
  /** Position of the value of /Contents, including its delimiters. */
  readonly contents: { readonly start: number; readonly end: number } | null;
}

const MAX_DEPTH = 32;
const MAX_PAGES = 1_000_000;

/** The top-level fields of the form. */
export function fieldsOfForm(view: RevisionView): readonly PdfValue[] {
  const form = view.dictionary(view.catalog.get('AcroForm'));
  return view.array(form?.get('Fields')) ?? [];
}

/**
 * The fields found through the annotations of the pages. Poppler does not list a field that it signs if the form is a
 * direct object in the catalog; it finds the field this way.
 */
export function fieldsOfPages(view: RevisionView): readonly PdfValue[] {
  const found: PdfValue[] = [];
  const seen = new Set<number>();
  const waiting: PdfValue[] = [view.catalog.get('Pages') ?? null];
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    if (!isReference(item) || seen.has(item.object)) continue;
    if (seen.size >= MAX_PAGES) {
      view.budget.reached('PAGES');
      break;
    }
    seen.add(item.object);
    const page = view.dictionary(item);
    for (const kid of (view.array(page?.get('Kids')) ?? []).toReversed()) waiting.push(kid);
    const annotations = view.array(page?.get('Annots')) ?? [];
    const widgets = annotations.filter(
      (each) => view.name(view.dictionary(each)?.get('Subtype')) === 'Widget',
    );
    for (const widget of widgets) found.push(highestAbove(view, widget));
  }
  return found;
}

function highestAbove(view: RevisionView, widget: PdfValue): PdfValue {
  let highest = widget;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const parent = view.dictionary(highest)?.get('Parent');
    if (!isReference(parent)) return highest;
    highest = parent;
  }
  view.budget.reached('FIELD_DEPTH');
  return highest;
}

/** Signatures below one top-level field, and the objects that define them. */
interface Branch {
  readonly found: readonly { readonly field: number | null; readonly signature: FoundSignature }[];
  readonly objects: ReadonlySet<number>;
}

/** Finds the signatures of successive revisions, re-examining only fields that a revision wrote. */
export class SignatureFinder {
  readonly #bytes: Buffer;
  readonly #branches = new Map<number, Branch>();
  /** The fields below which an object was found. */
  readonly #fieldsOf = new Map<number, Set<number>>();

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /**
   * The signed signature fields among the given fields and their descendants, in order.
   * @param view view of the revision that follows the one passed before
   */
  find(view: RevisionView, fields: readonly PdfValue[]): readonly FoundSignature[] {
    for (const number of view.ownNumbers) this.#forget(number);
    const found: FoundSignature[] = [];
    const seen = new Set<number>();
    for (const item of fields) {
      for (const { field, signature } of this.#branch(view, item).found) {
        if (field !== null && seen.has(field)) continue;
        if (field !== null) seen.add(field);
        found.push(signature);
      }
    }
    return found;
  }

  #branch(view: RevisionView, item: PdfValue): Branch {
    if (!isReference(item)) return branchOf(this.#bytes, view, item);
    const known = this.#branches.get(item.object);
    if (known !== undefined) return known;
    const branch = branchOf(this.#bytes, view, item);
    this.#branches.set(item.object, branch);
    for (const number of branch.objects) {
      const fields = this.#fieldsOf.get(number) ?? new Set();
      this.#fieldsOf.set(number, fields.add(item.object));
    }
    return branch;
  }

  #forget(number: number): void {
    for (const field of this.#fieldsOf.get(number) ?? []) this.#branches.delete(field);
    this.#fieldsOf.delete(number);
  }
}

function branchOf(bytes: Buffer, view: RevisionView, highest: PdfValue): Branch {
  const found: { field: number | null; signature: FoundSignature }[] = [];
  const objects = new Set<number>();
  const visited = new Set<number>();
  const note = (value: PdfValue | undefined): void => {
    let current: PdfObject = value ?? null;
    for (let steps = 0; isReference(current) && steps < MAX_DEPTH; steps += 1) {
      objects.add(current.object);
      current = view.object(current.object).value;
    }
  };
  const visit = (item: PdfValue, above: { name: string; type: string | null }, depth: number): void => {
    if (depth > MAX_DEPTH) {
      view.budget.reached('FIELD_DEPTH');
      return;
    }
    if (isReference(item)) {
      if (visited.has(item.object)) return;
      visited.add(item.object);
      note(item);
    }
    const field = view.dictionary(item);
    if (field === null) return;
    for (const key of ['V', 'Kids', 'FT', 'T']) note(field.get(key));
    const own = fieldName(field);
    const name = own === '' ? above.name : above.name === '' ? own : `${above.name}.${own}`;
    const type = view.name(field.get('FT')) ?? above.type;
    if (type === 'Sig') {
      const value = field.get('V');
      const dictionary = view.dictionary(value);
      if (dictionary !== null) {
        const signature = located(bytes, view, { name, field, dictionary }, item, value);
        found.push({ field: isReference(item) ? item.object : null, signature });
      }
    }
    for (const kid of view.array(field.get('Kids')) ?? []) visit(kid, { name, type }, depth + 1);
  };
  visit(highest, { name: '', type: null }, 0);
  return { found, objects };
}

function located(
  bytes: Buffer,
  view: RevisionView,
  { name, field, dictionary }: { name: string; field: PdfDictionary; dictionary: PdfDictionary },
  item: PdfValue,
  value: PdfValue | undefined,
): FoundSignature {
  const holder = isReference(value) ? value : isReference(item) ? item : null;
  const object = holder === null ? null : view.object(holder.object).located;
  const keys = isReference(value) ? ['Contents'] : ['V', 'Contents'];
  return {
    fieldName: name,
    field,
    dictionary,
    objectStart: object?.start ?? null,
    objectEnd: object?.end ?? 0,
    contents: object === null ? null : spanOfEntry(bytes, afterHeader(bytes, object.start), keys),
  };
}

function afterHeader(bytes: Buffer, start: number): number {
  const reader = new LenientReader(bytes, start);
  reader.objectHeader();
  return reader.position;
}

/** Position of the value of an entry in a dictionary, or in nested dictionaries; null if it cannot be determined. */
function spanOfEntry(
  bytes: Buffer,
  position: number,
  keys: readonly string[],
): { readonly start: number; readonly end: number } | null {
  const [wanted, ...within] = keys;
  try {
    const opening = new ValueReader(bytes, position);
    opening.keyword('<<');
    let at = opening.position;
    for (;;) {
      at = afterBlanks(bytes, at);
      if (bytes[at] === 0x3e) return null;
      const reader = new ValueReader(bytes, at);
      const key = reader.value();
      const start = afterBlanks(bytes, reader.position);
      if (isName(key) && key.name === wanted && within.length > 0) return spanOfEntry(bytes, start, within);
      reader.value();
      if (isName(key) && key.name === wanted) return { start, end: reader.position };
      at = reader.position;
    }
  } catch (error) {
    if (error instanceof PdfSyntaxError) return null;
    throw error;
  }
}

function afterBlanks(bytes: Buffer, position: number): number {
  const reader = new LenientReader(bytes, position);
  reader.skipWhitespace();
  return reader.position;
}
