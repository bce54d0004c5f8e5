import {
  isArray,
  isDictionary,
  isNamed,
  isReference,
  isStream,
  type PdfObject,
  type PdfValue,
} from '../syntax/values.js';
import type { Comparison } from './comparison.js';
import { isSamePlace, readCrossReferenceSection } from './cross-reference-section.js';
import { equalValues } from './equal-values.js';
import type { Revision } from './file-revisions.js';
import type { RevisionView } from './revision-view.js';
import { fault, type StructureFault } from './structure-fault.js';
import type { WorkBudget } from './work-budget.js';

/**
 * Finds new unreachable objects, which programs that search a file for objects find. Objects of the cross-references
 * need no reference.
 * @returns the first unreachable object
 */
export function unreachableObjects(
  bytes: Buffer,
  comparison: Comparison,
  revision: Revision,
): readonly StructureFault[] {
  const sections = revision.sections.flatMap(({ object, supplement }) => [object, supplement?.object]);
  const own = new Set(sections.map((object) => object?.start));
  for (const number of comparison.changed.keys()) {
    const { value, located } = comparison.after.object(number);
    if (value === null || comparison.isReferredTo(number) || isScaffolding(value)) continue;
    const start = located?.start ?? containerStart(comparison.after, number);
    if (own.has(start) || repeatsTable(bytes, revision, start, comparison.after.budget)) continue;
    return [fault('UNREACHABLE_OBJECT', start)];
  }
  return [];
}

/** Offset of the object stream that contains the object. */
function containerStart(view: RevisionView, number: number): number {
  const place = view.place(number);
  return place.kind === 'packed' ? (view.object(place.container).located?.start ?? 0) : 0;
}

/**
 * Whether a value is a list, a part of validation data or an empty appearance left behind by a program: it contains
 * nothing that can be displayed.
 */
function isScaffolding(value: PdfObject): boolean {
  if (isStream(value)) return value.data.length === 0 && isForm(value.dictionary);
  if (isArray(value)) return value.every((item) => isReference(item) || typeof item === 'number');
  return isDictionary(value) && ['VRI', 'DSS'].some((type) => isNamed(value.get('Type'), type));
}

/** Whether all entries are those of a form XObject, which poppler leaves empty, two with each signature. */
function isForm(dictionary: ReadonlyMap<string, PdfValue>): boolean {
  return (
    isNamed(dictionary.get('Subtype'), 'Form') &&
    [...dictionary].every(([key, value]) => {
      switch (key) {
        case 'Length':
          return value === 0;
        case 'Type':
          return isNamed(value, 'XObject');
        case 'Subtype':
          return true;
        case 'BBox':
          return isArray(value) && value.every((item) => typeof item === 'number');
        case 'Resources':
          return isDictionary(value) && [...value.values()].every(namesObjects);
        default:
          return false;
      }
    })
  );
}

function namesObjects(category: PdfValue): boolean {
  return isDictionary(category) && [...category.values()].every((item) => isReference(item));
}

/** PDFBox writes a cross-reference stream and after it a table with the same content, which is the one in force. */
function repeatsTable(bytes: Buffer, { sections }: Revision, offset: number, budget: WorkBudget): boolean {
  const [table] = sections;
  const object = readCrossReferenceSection(bytes, offset, budget);
  if (table === undefined || object === null || object.object === null || !object.wellFormed) return false;
  const { value } = object.object;
  if (!isStream(value) || !isNamed(value.dictionary.get('Type'), 'XRef')) return false;
  const sameTrailer = ['Root', 'Prev', 'Info', 'Encrypt'].every((key) =>
    equalValues(object.trailer.get(key), table.trailer.get(key)),
  );
  return (
    sameTrailer &&
    [...object.entries].every(([number, place]) => {
      const listed = table.entries.get(number);
      return listed === undefined ? place.kind === 'free' : isSamePlace(listed, place);
    })
  );
}
