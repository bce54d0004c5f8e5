import { isString, type PdfDictionary, type PdfValue, textOf } from '../../syntax/values.js';
import { fieldsOfForm } from '../find-signatures.js';
import type { RevisionView } from '../revision-view.js';

/** Entries of a field, own and inherited. */
export interface FieldStyle {
  /** The default appearance, '' without one. */
  readonly style: string;
  readonly isFilled: boolean;
}

const MAX_DEPTH = 32;
const MAX_FIELDS = 200_000;

/** Whether any field or widget of a form satisfies the condition; also true if there are too many to examine. */
export function someField(
  view: RevisionView,
  test: (field: PdfDictionary, style: FieldStyle) => boolean,
): boolean {
  const form = view.dictionary(view.catalog.get('AcroForm'));
  const seen = new Set<PdfDictionary>();
  const visit = (item: PdfValue, above: FieldStyle, depth: number): boolean => {
    const field = view.dictionary(item);
    if (field === null || seen.has(field)) return false;
    if (depth > MAX_DEPTH || seen.size >= MAX_FIELDS) return true;
    seen.add(field);
    const own = view.resolve(field.get('DA'));
    const style = {
      style: isString(own) ? textOf(own) : above.style,
      isFilled: above.isFilled || isString(view.resolve(field.get('V'))),
    };
    return (
      test(field, style) || (view.array(field.get('Kids')) ?? []).some((kid) => visit(kid, style, depth + 1))
    );
  };
  const given = view.resolve(form?.get('DA'));
  const style = isString(given) ? textOf(given) : '';
  return fieldsOfForm(view).some((item) => visit(item, { style, isFilled: false }, 0));
}
