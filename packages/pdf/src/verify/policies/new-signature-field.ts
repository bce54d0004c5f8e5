import { isReference, type PdfDictionary, type PdfReference, type PdfValue } from '../../syntax/values.js';
import type { Comparison } from '../comparison.js';
import { fieldName, isTimestamp } from '../field-entries.js';
import { mayCover } from './covering-paint.js';
import { displayOf } from './field-display.js';
import { MAX_APPEARANCE_AREA } from './field-rule.js';

/**
 * Keys of field, signature field and widget dictionaries (ISO 32000-2, tables 226, 235, 166, 191), without actions and
 * layers.
 */
const KEYS: ReadonlySet<string> = new Set([
  'FT',
  'T',
  'TU',
  'TM',
  'Ff',
  'V',
  'DV',
  'Lock',
  'SV',
  'Kids',
  'Type',
  'Subtype',
  'Rect',
  'P',
  'NM',
  'M',
  'F',
  'AP',
  'AS',
  'Border',
  'BS',
  'C',
  'H',
  'MK',
  'DA',
  'Q',
  'DR',
  'Contents',
  'StructParent',
]);
const KEYS_OF_WIDGETS: ReadonlySet<string> = new Set([...KEYS, 'Parent']);

/**
 * Compares a field added by a later revision, which must be a top-level signature field. A visible one must be signed
 * by the same revision, so that a signer is responsible for what it shows, and must not be larger than signatures are:
 * otherwise the last signer could cover the page that the others signed with another one.
 */
export function addSignatureField(comparison: Comparison, item: PdfReference): void {
  const view = comparison.after;
  const entries = view.dictionary(item);
  const name = fieldName(entries);
  const isSignatureField = entries !== null && view.name(entries.get('FT')) === 'Sig' && name !== '';
  if (!isSignatureField || !hasOnly(entries, KEYS)) {
    comparison.report('FIELD_ADDED', name, name);
    return;
  }
  const kids = view.array(entries.get('Kids'));
  // For other kinds of annotation, readers draw more than the appearance.
  if (kids === null ? !isWidget(comparison, entries) : entries.has('Subtype')) {
    comparison.report('ANNOTATION_ADDED', name, name);
    return;
  }
  const widgets = kids === null ? [{ reference: item, entries }] : widgetsOf(comparison, kids);
  if (widgets === null) {
    comparison.report('FIELD_ADDED', name, name);
    return;
  }
  for (const { reference } of widgets) comparison.newWidgets.add(reference.object);
  const visible = widgets.some((widget) => isVisible(comparison, widget.entries));
  const area = widgets.reduce((sum, widget) => sum + areaOf(comparison, widget.entries), 0);
  if (visible && area > MAX_APPEARANCE_AREA) {
    comparison.report('FIELD_OVERLAID', name, name, visible);
    return;
  }
  const signature = view.dictionary(entries.get('V'));
  if (signature === null) {
    // A field with a place on a page can be signed visibly later.
    const kind = visible ? 'FIELD_ADDED' : 'SIGNATURE_FIELD_ADDED';
    comparison.report(kind, name, name, area > 0);
    return;
  }
  const stamp = isTimestamp(view, signature);
  if (!signature.has('Contents') || (stamp && visible)) comparison.report('FIELD_ADDED', name, name, visible);
  else {
    comparison.report(stamp ? 'TIMESTAMP_ADDED' : 'SIGNATURE_ADDED', name, name, visible);
    if (visible && widgets.some((widget) => mayCover(comparison.after, widget.entries)))
      comparison.report('PAGE_COVERED', name, name, visible);
  }
}

interface Widget {
  readonly reference: PdfReference;
  readonly entries: PdfDictionary;
}

function widgetsOf(comparison: Comparison, kids: readonly PdfValue[]): readonly Widget[] | null {
  const widgets: Widget[] = [];
  for (const kid of kids) {
    const entries = comparison.after.dictionary(kid);
    if (!isReference(kid) || entries === null || entries.has('T') || !hasOnly(entries, KEYS_OF_WIDGETS))
      return null;
    if (!isWidget(comparison, entries)) return null;
    widgets.push({ reference: kid, entries });
  }
  return widgets;
}

/** Whether it is a widget; a field without a place on any page needs no /Subtype. */
function isWidget({ after: view }: Comparison, entries: PdfDictionary): boolean {
  const subtype = view.name(entries.get('Subtype'));
  return subtype === 'Widget' || (!entries.has('Subtype') && !entries.has('Rect'));
}

function areaOf({ after: view }: Comparison, widget: PdfDictionary): number {
  const rectangle = view.array(widget.get('Rect')) ?? [];
  const corners = rectangle.map((value) => view.resolve(value));
  const [left = 0, bottom = 0, right = 0, top = 0] = corners.map((value) =>
    typeof value === 'number' ? value : 0,
  );
  return Math.abs((right - left) * (top - bottom));
}

function isVisible(comparison: Comparison, widget: PdfDictionary): boolean {
  const view = comparison.after;
  const isEmpty = areaOf(comparison, widget) === 0;
  // A border or background paints without an appearance stream.
  const style = view.dictionary(widget.get('MK'));
  const framed = style !== null && (style.has('BG') || style.has('BC'));
  return !isEmpty && (framed || !displayOf(view, widget).isEmpty);
}

function hasOnly(entries: PdfDictionary, keys: ReadonlySet<string>): boolean {
  return [...entries.keys()].every((key) => keys.has(key));
}
