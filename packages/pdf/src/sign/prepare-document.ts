import { deflateSync } from 'node:zlib';
import { EmbeddedFonts } from '../fonts/embedded-fonts.js';
import type { FontLibrary } from '../fonts/fonts.js';
import { emptyAppearance } from '../layout/appearance.js';
import { paintCheckBox } from '../layout/check-box.js';
import { type PageFrame, PT_PER_PX, pageFrame, pageReferences } from '../layout/page-geometry.js';
import { embedPicture, paintPicture } from '../layout/picture-value.js';
import { layoutText } from '../layout/text-layout.js';
import { paintText } from '../layout/text-operators.js';
import { type Box, type DocumentPlan, DrawingRefused, type TextValue } from '../model.js';
import { ClassicFile } from '../syntax/classic-file.js';
import { writeCompleteFile } from '../syntax/complete-file.js';
import {
  dictionary,
  isReference,
  name,
  type PdfDictionary,
  type PdfObject,
  type PdfReference,
  reference,
  stream,
  textString,
} from '../syntax/values.js';
import { printNumber } from '../syntax/write-value.js';
import { seamFields } from './seam-field.js';
import { areaOfField } from './signature-area.js';
import { checkFieldName, signatureField } from './signature-field.js';

/** A page that is changed: its added operators, their pictures, and its widgets so far. */
interface TouchedPage {
  readonly reference: PdfReference;
  readonly dictionary: PdfDictionary;
  readonly frame: PageFrame;
  content: string;
  readonly pictures: Map<string, PdfReference>;
  readonly widgets: PdfReference[];
}

/**
 * Creates the base revision to be signed: all values are drawn into the page content, every known signature area gets
 * an empty field, and /AcroForm is final. This is a complete save with one classic table; after the first signature
 * nothing in it may be rewritten.
 *
 * @param bytes a document of importPdf
 * @throws DrawingRefused MISSING_GLYPH, OVERFLOW or OFF_PAGE, labelled with the value's label or the field's name
 * @example
 * ```ts
 * import { type FontLibrary, prepareDocument } from '@cinnabar/pdf';
 *
 * const box = { page: 1, x: 300, y: 500, width: 159, height: 159 };
 * const withPlace = (base: Uint8Array, fonts: FontLibrary) =>
 *   prepareDocument(base, { values: [], areas: [{ fieldName: 'party-a', box }] }, fonts);
 * ```
 */
export async function prepareDocument(
  bytes: Uint8Array,
  plan: DocumentPlan,
  library: FontLibrary,
): Promise<Uint8Array> {
  const file = new ClassicFile(bytes);
  const objects = allObjects(file);
  const add = (object: PdfObject): PdfReference => reference(objects.push(object));
  const pages = new TouchedPages(file);
  const { values, checkBoxes = [], pictures = [], areas, seams = [] } = plan;
  for (const { label, box } of [...values, ...pictures]) pages.at(box.page, label);

  const prefix = unusedPrefix(file, pages);
  const fonts = new EmbeddedFonts(`${prefix}F`);
  for (const value of values) drawText(pages.on(value), value, library, fonts);
  for (const value of checkBoxes) {
    const page = pages.on(value);
    page.content += paintCheckBox(value, page.frame);
  }
  for (const value of pictures) {
    const page = pages.on(value);
    const embedded = await embedPicture(value, add);
    const resource = `${prefix}P${page.pictures.size}`;
    page.pictures.set(resource, embedded.reference);
    page.content += paintPicture(value, page.frame, embedded, resource);
  }
  const written = fonts.write(add);

  const names = new Set<string>();
  const register = (fieldName: string): void => {
    checkFieldName(fieldName);
    if (names.has(fieldName)) throw new RangeError(`two fields named ${fieldName}`);
    names.add(fieldName);
  };
  const fields = areas.map((area) => {
    register(area.fieldName);
    const page = pages.at(area.box.page, area.fieldName);
    const covered = areaOfField(area.box, page.frame, area.fieldName);
    const appearance = add(emptyAppearance(covered, page.frame.rotation));
    const visible = { frame: page.frame, area: covered, appearance };
    const field = add(signatureField(area.fieldName, page.reference, visible, null));
    page.widgets.push(field);
    return field;
  });
  for (const strips of seams) {
    for (const { page, fieldName, field } of seamFields(strips, pages.every(), add)) {
      register(fieldName);
      pages.at(page, fieldName).widgets.push(field);
      fields.push(field);
    }
  }

  for (const page of pages.all()) objects[page.reference.object - 1] = finishedPage(file, page, written, add);
  const form = add(interactiveForm(fields, add));
  const catalog = file.dictionary(file.root);
  if (catalog === null) throw new Error('a document without a catalog');
  objects[file.root.object - 1] = new Map(catalog).set('AcroForm', form);
  const info = file.trailer.get('Info');
  return new Uint8Array(writeCompleteFile(objects, file.root, isReference(info) ? info : null));
}

class TouchedPages {
  readonly #file: ClassicFile;
  readonly #references: readonly PdfReference[];
  readonly #pages = new Map<number, TouchedPage>();

  constructor(file: ClassicFile) {
    this.#file = file;
    this.#references = pageReferences(file);
  }

  at(number: number, label: string): TouchedPage {
    const known = this.#pages.get(number);
    if (known !== undefined) return known;
    const reference = this.#references[number - 1];
    const entries = this.#file.dictionary(reference);
    if (reference === undefined || entries === null) throw new DrawingRefused('OFF_PAGE', label, null);
    const page: TouchedPage = {
      reference,
      dictionary: entries,
      frame: pageFrame(entries),
      content: '',
      pictures: new Map(),
      widgets: [],
    };
    this.#pages.set(number, page);
    return page;
  }

  /** The page of a value; its box must intersect the page. */
  on({ label, box }: { readonly label: string; readonly box: Box }): TouchedPage {
    const page = this.at(box.page, label);
    const { width, height } = page.frame;
    const left = box.x * PT_PER_PX;
    const top = box.y * PT_PER_PX;
    if (left >= width || top >= height || box.x + box.width <= 0 || box.y + box.height <= 0) {
      throw new DrawingRefused('OFF_PAGE', label, null);
    }
    return page;
  }

  every(): readonly TouchedPage[] {
    return this.#references.map((_, index) => this.at(index + 1, `page ${index + 1}`));
  }

  all(): readonly TouchedPage[] {
    return [...this.#pages.values()];
  }
}

function drawText(page: TouchedPage, value: TextValue, library: FontLibrary, fonts: EmbeddedFonts): void {
  const { box, style, text, multiLine, label } = value;
  const layout = layoutText(library, { text, style, width: box.width, height: box.height, multiLine, label });
  const top = page.frame.height - box.y * PT_PER_PX;
  page.content += paintText(fonts, layout, style, box.x * PT_PER_PX, top);
}

/** The page with the added content after its own, and with its fonts and widgets. */
function finishedPage(
  file: ClassicFile,
  page: TouchedPage,
  fonts: ReadonlyMap<string, PdfReference>,
  add: (object: PdfObject) => PdfReference,
): PdfDictionary {
  const entries = new Map(page.dictionary);
  if (page.content !== '') {
    const resources = new Map(file.dictionary(entries.get('Resources')) ?? []);
    for (const [kind, added] of [
      ['Font', fonts],
      ['XObject', page.pictures],
    ] as const) {
      if (added.size > 0)
        resources.set(kind, new Map([...(file.dictionary(resources.get(kind)) ?? []), ...added]));
    }
    entries.set('Resources', resources);
    const contents = entries.get('Contents');
    const streams = file.array(contents) ?? (isReference(contents) ? [contents] : []);
    // importPdf guarantees that the page content restores the initial graphics state.
    const place = page.frame.toUserSpace.map(printNumber).join(' ');
    const operators = deflateSync(Buffer.from(`\nq ${place} cm\n${page.content}Q\n`, 'latin1'));
    const drawn = add(stream(dictionary({ Filter: name('FlateDecode') }), operators));
    entries.set('Contents', [...streams, drawn]);
  }
  if (page.widgets.length > 0) {
    const annotations = file.array(entries.get('Annots')) ?? [];
    entries.set('Annots', [...annotations, ...page.widgets]);
  }
  return entries;
}

/** /SigFlags 3: the document contains signatures and may only be appended to (ISO 32000-2, table 225). */
function interactiveForm(
  fields: readonly PdfReference[],
  add: (object: PdfObject) => PdfReference,
): PdfDictionary {
  const helvetica = add(
    dictionary({
      Type: name('Font'),
      Subtype: name('Type1'),
      BaseFont: name('Helvetica'),
      Encoding: name('WinAnsiEncoding'),
    }),
  );
  return dictionary({
    Fields: fields,
    SigFlags: 3,
    DR: dictionary({ Font: dictionary({ Helv: helvetica }) }),
    DA: textString('/Helv 0 Tf 0 g'),
  });
}

/** Object n is at index n - 1. */
function allObjects(file: ClassicFile): PdfObject[] {
  const objects: PdfObject[] = [];
  for (let number = 1; number < file.size; number += 1) objects.push(file.object(number));
  return objects;
}

/** A prefix that no resource name of these pages has: a page may contain earlier drawings of this engine. */
function unusedPrefix(file: ClassicFile, pages: TouchedPages): string {
  const used = new Set<string>();
  for (const { dictionary: page } of pages.all()) {
    const resources = file.dictionary(page.get('Resources'));
    for (const kind of ['Font', 'XObject']) {
      for (const key of file.dictionary(resources?.get(kind))?.keys() ?? []) used.add(key);
    }
  }
  for (let round = 0; ; round += 1) {
    const prefix = `V${round}`;
    if (![...used].some((key) => key.startsWith(prefix))) return prefix;
  }
}
