import { isDictionary, type PdfDictionary, type PdfObject, type PdfValue } from '../../syntax/values.js';
import { below, type Comparison, type Site } from '../comparison.js';
import { sameCopies } from '../equal-copies.js';
import type { RevisionView } from '../revision-view.js';
import { displayOf } from './field-display.js';
import { type FieldStyle, someField } from './some-field.js';

/** Whether readers draw any field with the form's default appearance, because it has a value and no appearance. */
export function areDrawnByReaders({ before: view }: Comparison): boolean {
  return someField(view, isDrawnByReaders);
}

/** Whether fonts are added under names that such fields already use. */
export function isNeeded(comparison: Comparison, one: PdfObject, other: PdfDictionary): boolean {
  const before = isDictionary(one) ? comparison.before.dictionary(one.get('Font')) : null;
  const after = comparison.after.dictionary(other.get('Font'));
  const added = new Set([...(after?.keys() ?? [])].filter((name) => before?.has(name) !== true));
  return (
    added.size > 0 &&
    someField(
      comparison.before,
      (field, inherited) =>
        isDrawnByReaders(field, inherited) &&
        [...inherited.style.matchAll(/\/([^\0\t\n\f\r ()<>[\]{}/%]+)/g)].some(([, name = '']) =>
          added.has(name),
        ),
    )
  );
}

function isDrawnByReaders(field: PdfDictionary, { isFilled }: FieldStyle): boolean {
  return isFilled && !field.has('AP') && field.has('Rect');
}

/** Default resources may receive entries; existing ones determine the appearance of fields and must not change. */
export function compareDefaultResources(
  comparison: Comparison,
  site: Site,
  one: PdfValue | undefined,
  other: PdfValue | undefined,
): void {
  const before = comparison.before.dictionary(one) ?? new Map<string, PdfValue>();
  const after = comparison.after.dictionary(other) ?? new Map<string, PdfValue>();
  for (const [category, value] of before) {
    comparison.enter(below(site, category), value);
    const former = comparison.before.resolve(value);
    const latter = comparison.after.resolve(after.get(category));
    const same = (a: PdfValue | undefined, b: PdfValue | undefined): boolean =>
      sameCopies(comparison.before, a, comparison.after, b);
    const kept =
      isDictionary(former) && isDictionary(latter)
        ? [...former].every(
            ([key, entry]) =>
              same(entry, latter.get(key)) ||
              (category === 'XObject' && latter.has(key) && !isLent(comparison.before, key)),
          )
        : same(value, after.get(category));
    if (!kept) comparison.report('FORM_CHANGED', `DR ${category}`);
  }
}

/**
 * Whether the appearance of any field may use a picture from the form's resources. PDFBox adds the picture of the
 * newest signature there, although every appearance that it writes has its own resources.
 */
function isLent(view: RevisionView, name: string): boolean {
  return someField(view, (field) =>
    displayOf(view, field).appearances.some(({ stream, content }) => {
      const resources = view.dictionary(stream.dictionary.get('Resources'));
      if (view.dictionary(resources?.get('XObject'))?.has(name) === true) return false;
      const text = content === null ? '#' : Buffer.from(content).toString('latin1');
      // Any character of a name may be written as a number after `#`.
      return text.includes(`/${name}`) || text.includes('#');
    }),
  );
}
