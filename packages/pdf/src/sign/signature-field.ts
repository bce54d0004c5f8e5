import { type DisplayRectangle, findPage, type PageFrame, toRect } from '../layout/page-geometry.js';
import type { ClassicFile } from '../syntax/classic-file.js';
import type { IncrementalUpdate } from '../syntax/incremental-update.js';
import {
  dictionary,
  isArray,
  isReference,
  isString,
  name,
  type PdfArrayValue,
  type PdfDictionary,
  type PdfReference,
  type PdfValue,
  textOf,
  textString,
} from '../syntax/values.js';

/** Print and Locked: readers must neither move nor delete the widget (ISO 32000-2, table 167). */
export const PRINT_AND_LOCKED = 132;

export interface ExistingField {
  readonly reference: PdfReference;
  readonly dictionary: PdfDictionary;
}

/**
 * A full stop separates the partial names of a field tree (12.7.4.2), so a name that contains one would denote another
 * field.
 */
export function checkFieldName(fieldName: string): void {
  if (fieldName === '' || fieldName.includes('.')) throw new RangeError(`no field name: "${fieldName}"`);
}

/** A merged field and widget. Without an area it is invisible. */
export function signatureField(
  fieldName: string,
  page: PdfReference,
  visible: {
    readonly frame: PageFrame;
    readonly area: DisplayRectangle;
    readonly appearance: PdfReference;
  } | null,
  value: PdfReference | null,
): PdfDictionary {
  return dictionary({
    Type: name('Annot'),
    Subtype: name('Widget'),
    FT: name('Sig'),
    T: textString(fieldName),
    F: PRINT_AND_LOCKED,
    P: page,
    Rect: visible === null ? [0, 0, 0, 0] : toRect(visible.frame, visible.area),
    MK: visible === null ? undefined : dictionary({ R: visible.frame.rotation }),
    AP: visible === null ? undefined : dictionary({ N: visible.appearance }),
    V: value ?? undefined,
  });
}

/**
 * Index of the top-level fields by name; this engine creates no others. Fields are read only as far as a search
 * proceeds: signature areas come first, and the many strips of seams after them are rarely needed.
 */
export class FieldIndex {
  readonly #file: ClassicFile;
  readonly #fields: PdfArrayValue;
  readonly #found = new Map<string, ExistingField>();
  #read = 0;

  constructor(file: ClassicFile) {
    const form = file.dictionary(file.dictionary(file.root)?.get('AcroForm'));
    this.#file = file;
    this.#fields = file.array(form?.get('Fields')) ?? [];
  }

  find(fieldName: string): ExistingField | null {
    while (!this.#found.has(fieldName) && this.#read < this.#fields.length) {
      const reference = this.#fields[this.#read];
      this.#read += 1;
      const entries = this.#file.dictionary(reference);
      const title = entries?.get('T');
      if (isReference(reference) && entries !== null && isString(title)) {
        this.#found.set(textOf(title), { reference, dictionary: entries });
      }
    }
    return this.#found.get(fieldName) ?? null;
  }
}

/** Sets the appearance of an empty field and, if given, its value; other keys are unchanged. */
export function fillField(
  update: IncrementalUpdate,
  field: ExistingField,
  value: PdfReference | null,
  appearance: PdfReference,
): void {
  const entries = new Map(field.dictionary);
  const appearances = entries.get('AP');
  if (value !== null) entries.set('V', value);
  entries.set('AP', new Map(appearances instanceof Map ? appearances : []).set('N', appearance));
  update.write(field.reference, entries);
}

/**
 * Adds a new field to /Fields and to /Annots of its page, each of which may be a direct array or an indirect object.
 */
export function listField(
  file: ClassicFile,
  update: IncrementalUpdate,
  field: PdfReference,
  page: number,
): void {
  const found = findPage(file, page);
  const catalog = file.dictionary(file.root);
  const form = catalog?.get('AcroForm');
  const formEntries = file.dictionary(form);
  if (found === null || formEntries === null || !isReference(form)) {
    throw new Error('the document was not created by prepareDocument');
  }
  appendTo(file, update, found.reference, found.dictionary, 'Annots', field);
  appendTo(file, update, form, formEntries, 'Fields', field);
}

function appendTo(
  file: ClassicFile,
  update: IncrementalUpdate,
  owner: PdfReference,
  entries: PdfDictionary,
  key: string,
  item: PdfReference,
): void {
  const list: PdfValue | undefined = entries.get(key);
  const items = file.array(list) ?? [];
  if (isReference(list)) {
    update.write(list, [...items, item]);
    return;
  }
  if (list !== undefined && list !== null && !isArray(list)) throw new Error(`/${key} is not an array`);
  update.write(owner, new Map(entries).set(key, [...items, item]));
}
