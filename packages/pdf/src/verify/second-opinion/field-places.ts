import { rectangle } from '../../layout/page-geometry.js';
import { isReference, type PdfDictionary, type PdfValue } from '../../syntax/values.js';
import { fieldName } from '../field-entries.js';
import type { RevisionView } from '../revision-view.js';
import type { FieldPlace } from './second-opinion.js';

const MAX_DEPTH = 32;
const MAX_PAGES = 20_000;

/** Places of the fields of these names. A field may have several widgets, and several fields may share a name. */
export function placesOfFields(
  view: RevisionView,
  names: ReadonlySet<string>,
): ReadonlyMap<string, readonly FieldPlace[]> {
  const found = new Map<string, readonly FieldPlace[]>();
  if (names.size === 0) return found;
  for (const [index, page] of pagesOf(view).entries()) {
    for (const item of view.array(page.get('Annots')) ?? []) {
      const widget = view.dictionary(item);
      const box = rectangle(view.array(widget?.get('Rect')) ?? undefined);
      const name = widget === null ? '' : fullName(view, widget);
      if (box === null || !names.has(name)) continue;
      found.set(name, [...(found.get(name) ?? []), { page: index + 1, rectangle: box }]);
    }
  }
  return found;
}

/** The pages in reading order. */
function pagesOf(view: RevisionView): readonly PdfDictionary[] {
  const found: PdfDictionary[] = [];
  const seen = new Set<number>();
  const waiting: PdfValue[] = [view.catalog.get('Pages') ?? null];
  for (let item = waiting.pop(); item !== undefined && seen.size < MAX_PAGES; item = waiting.pop()) {
    if (!isReference(item) || seen.has(item.object)) continue;
    seen.add(item.object);
    const node = view.dictionary(item);
    const kids = view.array(node?.get('Kids'));
    if (kids !== null) waiting.push(...kids.toReversed());
    else if (node !== null) found.push(node);
  }
  return found;
}

/** A widget without a name of its own belongs to the field above it (ISO 32000-2, 12.7.4.2). */
function fullName(view: RevisionView, widget: PdfDictionary): string {
  const names: string[] = [];
  let field: PdfDictionary | null = widget;
  for (let depth = 0; field !== null && depth < MAX_DEPTH; depth += 1) {
    const own = fieldName(field);
    if (own !== '') names.unshift(own);
    field = view.dictionary(field.get('Parent'));
  }
  return names.join('.');
}
