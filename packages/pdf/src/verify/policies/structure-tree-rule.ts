import {
  isArray,
  isDictionary,
  isNamed,
  isReference,
  isString,
  type PdfDictionary,
  type PdfObject,
  type PdfValue,
} from '../../syntax/values.js';
import { below, type Comparison, type Site } from '../comparison.js';
import { sameCopies } from '../equal-copies.js';
import { changedKeys, equalValues } from '../equal-values.js';
import type { RevisionView } from '../revision-view.js';

const MAX_NUMBERS = 100_000;
const MAX_DEPTH = 32;
/** Keys of a structure element (ISO 32000-2 table 355) for a form field. */
const OF_ELEMENT: ReadonlySet<string> = new Set(['Type', 'S', 'P', 'Pg', 'K', 'T', 'Lang', 'ID']);

/**
 * The structure tree describes the content of pages for assistive technology and draws nothing. Programs that sign a
 * tagged document add an element for each new widget (14.7.5.4). No other change is permitted, because otherwise what
 * is read aloud could differ from what is displayed.
 */
export function compareStructureTrees(comparison: Comparison): void {
  const given = comparison.before.catalog.get('StructTreeRoot');
  if (!isReference(given) || !equalValues(given, comparison.after.catalog.get('StructTreeRoot'))) return;
  const touched = [...comparison.changed].filter(([, { before }]) => isDictionary(before));
  const elements = touched.filter(
    ([, { before }]) => isDictionary(before) && isNamed(before.get('Type'), 'StructElem'),
  );
  const isTree = touched.some(([, { before }]) => isDictionary(before) && before.has('Nums'));
  const isRoot = comparison.changed.has(given.object);
  if (!isRoot && !isTree && elements.length === 0) return;
  const before = comparison.before.dictionary(given);
  const after = comparison.after.dictionary(given);
  if (before === null || after === null) return;
  const grown = [
    !isRoot || grownRoot(comparison, before, after),
    !(isRoot || isTree) || grownNumbers(comparison, { owner: given.object, path: '' }, before, after),
    ...elements.map(([, change]) => grownElement(comparison, change.before, change.after)),
  ];
  for (const number of [given.object, ...elements.map(([each]) => each)])
    comparison.answerFor(number, 'structure');
  if (grown.every((each) => each)) comparison.report('TAGS_ADDED', '');
  else comparison.report('CATALOG_CHANGED', 'StructTreeRoot');
}

function grownElement(comparison: Comparison, one: PdfObject, other: PdfObject): boolean {
  return (
    isDictionary(one) &&
    isDictionary(other) &&
    changedKeys(one, other).every((key) => key === 'K') &&
    grownKids(comparison, one.get('K'), other.get('K'))
  );
}

function grownRoot(comparison: Comparison, one: PdfDictionary, other: PdfDictionary): boolean {
  return changedKeys(one, other).every((key) => {
    if (key === 'ParentTree') return true;
    if (key === 'K') return grownKids(comparison, one.get('K'), other.get('K'));
    const [before, after] = [one.get(key) ?? 0, other.get(key)];
    return (
      key === 'ParentTreeNextKey' &&
      typeof before === 'number' &&
      typeof after === 'number' &&
      after >= before
    );
  });
}

/** Whether the kids are the former ones in their order, followed by elements for new widgets. */
function grownKids(comparison: Comparison, one: PdfValue | undefined, other: PdfValue | undefined): boolean {
  const before = listOf(comparison.before, one);
  const after = listOf(comparison.after, other);
  return (
    before.every((item, index) => equalValues(item, after[index])) &&
    after.slice(before.length).every((item) => isReference(item) && representsNewWidget(comparison, item))
  );
}

function listOf(view: RevisionView, value: PdfValue | undefined): readonly PdfValue[] {
  const found = view.resolve(value);
  return isArray(found) ? found : value === undefined || value === null ? [] : [value];
}

/**
 * Whether the parent tree (table 354) is extended only: each existing number has the same value, and each new one
 * refers to a new widget.
 */
function grownNumbers(comparison: Comparison, root: Site, one: PdfDictionary, other: PdfDictionary): boolean {
  const site = below(root, 'ParentTree');
  const before = new NumberTree(comparison.before, (at, value) => comparison.enter(at, value));
  const after = new NumberTree(comparison.after, (at) => at);
  const isRead = before.read(site, one.get('ParentTree')) && after.read(site, other.get('ParentTree'));
  if (!isRead) return false;
  const kept = [...before.entries].every(([key, value]) =>
    sameCopies(comparison.before, value, comparison.after, after.entries.get(key)),
  );
  const added = [...after.entries].filter(([key]) => !before.entries.has(key)).map(([, value]) => value);
  return kept && added.every((value) => representsNewWidget(comparison, value));
}

/** A number tree (7.9.7) as key-value pairs. */
class NumberTree {
  readonly entries = new Map<number, PdfValue>();
  readonly #view: RevisionView;
  readonly #enter: (site: Site, value: PdfValue | undefined) => Site;

  /** @param enter claims a place and returns that of its value */
  constructor(view: RevisionView, enter: (site: Site, value: PdfValue | undefined) => Site) {
    this.#view = view;
    this.#enter = enter;
  }

  /** False if it is not a number tree, or too large to examine. */
  read(site: Site, value: PdfValue | undefined, depth = 0): boolean {
    const at = this.#enter(site, value);
    const node = this.#view.dictionary(value);
    if (node === null) return depth === 0 && this.#view.resolve(value) === null;
    const inside = this.#enter(below(at, 'Kids'), node.get('Kids'));
    const kids = this.#view.array(node.get('Kids')) ?? [];
    if (depth > MAX_DEPTH || !kids.every((kid, index) => this.read(below(inside, index), kid, depth + 1)))
      return false;
    this.#enter(below(at, 'Nums'), node.get('Nums'));
    const numbers = this.#view.array(node.get('Nums')) ?? [];
    for (let index = 0; index + 1 < numbers.length; index += 2) {
      const [key, item = null] = numbers.slice(index, index + 2);
      if (typeof key !== 'number' || this.entries.has(key)) return false;
      this.entries.set(key, item);
    }
    return this.entries.size <= MAX_NUMBERS;
  }
}

/** Whether an element only represents a form field that is a widget of this revision. */
function representsNewWidget(comparison: Comparison, item: PdfValue): boolean {
  const { after: view } = comparison;
  const element = view.dictionary(item);
  if (element === null || !isNamed(element.get('S'), 'Form')) return false;
  const isPlain = [...element].every(
    ([key, value]) => OF_ELEMENT.has(key) && (isString(value) || !['T', 'Lang', 'ID'].includes(key)),
  );
  const [kid, ...others] = listOf(view, element.get('K'));
  const content = view.dictionary(kid);
  const widget = content?.get('Obj');
  return (
    isPlain &&
    others.length === 0 &&
    content !== null &&
    isNamed(content.get('Type'), 'OBJR') &&
    isReference(widget) &&
    comparison.newWidgets.has(widget.object)
  );
}
