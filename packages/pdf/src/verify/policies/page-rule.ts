import {
  isArray,
  isDictionary,
  isNamed,
  isReference,
  isString,
  type PdfArrayValue,
  type PdfValue,
} from '../../syntax/values.js';
import type { Comparison } from '../comparison.js';
import { sameCopies } from '../equal-copies.js';
import { changedKeys, equalValues } from '../equal-values.js';

/**
 * A page may receive the widgets of signature fields that the same revision adds, and no other visible change:
 * annotations lie above the content and can show anything. Any other changed entry makes it another page.
 */
export function comparePages(comparison: Comparison): void {
  for (const [number, { before, after }] of comparison.changed) {
    if (!isDictionary(before) || !isNamed(before.get('Type'), 'Page')) continue;
    comparison.answerFor(number, 'page');
    const keys = isDictionary(after) ? changedKeys(before, after) : [...before.keys()];
    for (const key of keys) {
      if (isCopied(comparison, key, before.get(key), isDictionary(after) ? after.get(key) : null)) continue;
      if (key === 'Contents') comparison.report('PAGE_CONTENT_CHANGED', `${number}`);
      else if (key !== 'Annots' || !isDictionary(after))
        comparison.report('PAGE_CHANGED', `${number} ${key}`);
      else {
        const one = comparison.before.array(before.get('Annots')) ?? [];
        compareLists(comparison, one, comparison.after.array(after.get('Annots')));
      }
    }
  }
}

/** Whether an entry is a renumbered copy of equal resources, or the marker of iText on its pages (a string). */
function isCopied(
  comparison: Comparison,
  key: string,
  one: PdfValue | undefined,
  other: PdfValue | undefined,
): boolean {
  if (key === 'ITXT') return isString(other);
  if (key !== 'Resources' || !sameCopies(comparison.before, one, comparison.after, other)) return false;
  comparison.report('OBJECT_REWRITTEN', 'Resources');
  return true;
}

/** Compares annotation arrays that are indirect objects and used only by pages. */
export function compareAnnotationLists(comparison: Comparison): void {
  for (const [number, { before, after }] of comparison.changed) {
    if (!isArray(before)) continue;
    const mentions = comparison.mentionsOf(number);
    const isList =
      mentions.length > 0 &&
      mentions.every(({ owner, path }) => {
        const page = comparison.before.object(owner).value;
        return path === 'Annots' && isDictionary(page) && isNamed(page.get('Type'), 'Page');
      });
    if (!isList) continue;
    comparison.answerFor(number, 'annotationList');
    compareLists(comparison, before, isArray(after) ? after : null);
  }
}

function compareLists(comparison: Comparison, before: PdfArrayValue, after: PdfArrayValue | null): void {
  if (after === null) {
    comparison.report('ANNOTATION_REMOVED', '');
    return;
  }
  let next = 0;
  for (const item of after) {
    if (next < before.length && equalValues(before[next], item)) {
      next += 1;
      continue;
    }
    const isNewWidget = isReference(item) && comparison.newWidgets.has(item.object);
    if (!isNewWidget) comparison.report('ANNOTATION_ADDED', isReference(item) ? `${item.object}` : '');
  }
  if (next < before.length) comparison.report('ANNOTATION_REMOVED', '');
}
