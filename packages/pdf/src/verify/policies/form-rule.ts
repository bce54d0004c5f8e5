import { isDictionary, isReference, type PdfValue } from '../../syntax/values.js';
import { below, type Comparison, type Site } from '../comparison.js';
import { changedKeys, equalValues } from '../equal-values.js';
import { fieldName } from '../field-entries.js';
import { mayCover } from './covering-paint.js';
import { areDrawnByReaders, compareDefaultResources, isNeeded } from './default-resources.js';
import { compareField, MAX_APPEARANCE_AREA } from './field-rule.js';
import { addSignatureField } from './new-signature-field.js';

/**
 * A form may receive signature fields and the entries required to display them; existing fields may change only as
 * their type permits.
 */
export function compareForms(
  comparison: Comparison,
  site: Site,
  one: PdfValue | undefined,
  other: PdfValue | undefined,
): void {
  const at = comparison.enter(site, one);
  const before = comparison.before.dictionary(one) ?? new Map<string, PdfValue>();
  const after = comparison.after.dictionary(other);
  if (after === null) {
    if (before.size > 0 || comparison.after.resolve(other) !== null)
      comparison.report('FORM_CHANGED', 'AcroForm');
    return;
  }
  for (const key of changedKeys(before, after)) {
    if (key === 'Fields' || isHarmless(comparison, key, before.get(key), after.get(key))) continue;
    comparison.report('FORM_CHANGED', key);
  }
  const resources = comparison.enter(below(at, 'DR'), before.get('DR'));
  compareDefaultResources(comparison, resources, before.get('DR'), after.get('DR'));
  compareFieldLists(comparison, below(at, 'Fields'), before.get('Fields'), after.get('Fields'));
  // Slices of a seam are added together with the signature that covers them; otherwise they are an overlay.
  const isSigned = comparison.changes.some(({ kind }) => kind === 'SIGNATURE_ADDED');
  const areas = new Map<string, number>();
  for (const { name, area, item } of comparison.drawnButtons) {
    const page = pageOf(comparison, item);
    const together = (areas.get(page) ?? 0) + area;
    areas.set(page, together);
    const isSlice = isSigned && together <= MAX_APPEARANCE_AREA;
    comparison.report(isSlice ? 'FIELD_FILLED' : 'FIELD_OVERLAID', name, name);
    const button = comparison.after.dictionary(item);
    if (isSlice && button !== null && mayCover(comparison.after, button))
      comparison.report('PAGE_COVERED', name, name);
  }
}

/** The owner of a widget: a page, or the annotation array of a page. */
function pageOf(comparison: Comparison, item: PdfValue | undefined): string {
  if (!isReference(item)) return '';
  const lists = comparison.mentionsOf(item.object).filter(({ path }) => /^(Annots\/)?\d+$/.test(path));
  return `${lists[0]?.owner ?? ''}`;
}

function isHarmless(
  comparison: Comparison,
  key: string,
  one: PdfValue | undefined,
  other: PdfValue | undefined,
): boolean {
  const before = comparison.before.resolve(one);
  const after = comparison.after.resolve(other);
  switch (key) {
    case 'SigFlags': {
      // The bits of /SigFlags state that signatures exist and that the file is append-only; they must not be cleared.
      const flags = typeof before === 'number' ? before : 0;
      return typeof after === 'number' && (flags & ~after) === 0 && (after & ~3) === 0;
    }
    case 'NeedAppearances':
      return after === null || after === false;
    // Readers that generate appearances use these entries.
    case 'DA':
      return before === null && !comparison.readersDraw && !areDrawnByReaders(comparison);
    case 'DR':
      return isDictionary(after) && !comparison.readersDraw && !isNeeded(comparison, before, after);
    default:
      return false;
  }
}

function compareFieldLists(
  comparison: Comparison,
  site: Site,
  one: PdfValue | undefined,
  other: PdfValue | undefined,
): void {
  const at = comparison.enter(site, one);
  const before = comparison.before.array(one) ?? [];
  const after = comparison.after.array(other) ?? [];
  let next = 0;
  const added: PdfValue[] = [];
  for (const item of after) {
    if (next < before.length && equalValues(before[next], item)) {
      if (!isReference(item) || comparison.isTouched(item.object))
        compareField(comparison, below(at, next), item, { name: '', type: null, depth: 0 });
      next += 1;
    } else added.push(item);
  }
  for (const gone of before.slice(next)) {
    comparison.report('FIELD_REMOVED', fieldName(comparison.before.dictionary(gone)));
  }
  if (added.length === 0) return;
  const isAdded = new Set(added);
  const kept = after.filter((item) => !isAdded.has(item));
  const names = new Set(kept.map((item) => fieldName(comparison.after.dictionary(item))));
  for (const item of added) {
    const name = fieldName(comparison.after.dictionary(item));
    if (!isReference(item) || names.has(name)) comparison.report('FIELD_ADDED', name, name);
    else addSignatureField(comparison, item);
    names.add(name);
  }
}
