import { deflateSync } from 'node:zlib';
import { emptyAppearance } from './appearance.js';
import { bundledFonts } from './bundled-fonts.js';
import { EmbeddedFonts } from './embedded-fonts.js';
import type { FontLibrary } from './fonts.js';
import { DrawingRefused, type SignatureArea, type TextValue } from './model.js';
import { findPage, type PageFrame, PT_PER_PX, pageFrame } from './page-geometry.js';
import { ClassicFile } from './pdf/classic-file.js';
import { writeCompleteFile } from './pdf/complete-file.js';
import {
  dictionary,
  isReference,
  name,
  type PdfDictionary,
  type PdfObject,
  type PdfReference,
  type PdfValue,
  reference,
  stream,
  textString,
} from './pdf/values.js';
import { printNumber } from './pdf/write-value.js';
import { areaOfField } from './signature-area.js';
import { checkFieldName, signatureField } from './signature-field.js';
import { layoutText } from './text-layout.js';
import { paintText } from './text-operators.js';

/** A page that gets something: its operators and widgets so far. */
interface TouchedPage {
  readonly reference: PdfReference;
  readonly dictionary: PdfDictionary;
  readonly frame: PageFrame;
  content: string;
  readonly widgets: PdfReference[];
}

/**
 * Makes the base revision that will be signed: all values are drawn into page content, every known signature area
 * gets its empty field, and /AcroForm is final. One complete, classic save: after the first signature nothing of
 * this may be written again.
 *
 * @param bytes a document of importPdf
 * @throws DrawingRefused MISSING_GLYPH, OVERFLOW, or OFF_PAGE, named by the value's label or the field's name
 */
export async function prepareDocument(
  bytes: Uint8Array,
  plan: { readonly values: readonly TextValue[]; readonly areas: readonly SignatureArea[] },
  library: FontLibrary = bundledFonts(),
): Promise<Uint8Array> {
  const file = new ClassicFile(bytes);
  const objects = allObjects(file);
  const add = (object: PdfObject): PdfReference => reference(objects.push(object));
  const pages = new TouchedPages(file);
  for (const { label, box } of plan.values) pages.at(box.page, label);

  const fonts = new EmbeddedFonts(unusedPrefix(file, pages));
  for (const value of plan.values) drawValue(pages.at(value.box.page, value.label), value, library, fonts);
  const written = fonts.write(add);

  const names = new Set<string>();
  const fields = plan.areas.map((area) => {
    checkFieldName(area.fieldName);
    if (names.has(area.fieldName)) throw new RangeError(`two areas named ${area.fieldName}`);
    names.add(area.fieldName);
    const page = pages.at(area.box.page, area.fieldName);
    const covered = areaOfField(area.box, page.frame, area.fieldName);
    const appearance = add(emptyAppearance(covered, page.frame.rotation));
    const visible = { frame: page.frame, area: covered, appearance };
    const field = add(signatureField(area.fieldName, page.reference, visible, null));
    page.widgets.push(field);
    return field;
  });

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
  readonly #pages = new Map<number, TouchedPage>();

  constructor(file: ClassicFile) {
    this.#file = file;
  }

  at(number: number, label: string): TouchedPage {
    const known = this.#pages.get(number);
    if (known !== undefined) return known;
    const found = findPage(this.#file, number);
    if (found === null) throw new DrawingRefused('OFF_PAGE', label, null);
    const page = { ...found, frame: pageFrame(found.dictionary), content: '', widgets: [] };
    this.#pages.set(number, page);
    return page;
  }

  all(): readonly TouchedPage[] {
    return [...this.#pages.values()];
  }
}

function drawValue(page: TouchedPage, value: TextValue, library: FontLibrary, fonts: EmbeddedFonts): void {
  const { box, style, text, multiLine, label } = value;
  const left = box.x * PT_PER_PX;
  const top = page.frame.height - box.y * PT_PER_PX;
  if (left >= page.frame.width || top <= 0 || box.x + box.width <= 0 || box.y + box.height <= 0) {
    throw new DrawingRefused('OFF_PAGE', label, null);
  }
  const layout = layoutText(library, { text, style, width: box.width, height: box.height, multiLine, label });
  page.content += paintText(fonts, layout, style, left, top);
}

/** The page with its new content behind its own, its fonts and its widgets. */
function finishedPage(
  file: ClassicFile,
  page: TouchedPage,
  fonts: ReadonlyMap<string, PdfReference>,
  add: (object: PdfObject) => PdfReference,
): PdfDictionary {
  const entries = new Map(page.dictionary);
  if (page.content !== '') {
    const resources = new Map(file.dictionary(entries.get('Resources')) ?? []);
    const own = file.dictionary(resources.get('Font')) ?? new Map<string, PdfValue>();
    resources.set('Font', new Map([...own, ...fonts]));
    entries.set('Resources', resources);
    const contents = entries.get('Contents');
    const streams = file.array(contents) ?? (isReference(contents) ? [contents] : []);
    // importPdf has left the graphics state as the page begins.
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

/** /SigFlags 3: signatures exist, and the file is only to be appended to (ISO 32000-2 table 225). */
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

/** Object n stands at n - 1. */
function allObjects(file: ClassicFile): PdfObject[] {
  const objects: PdfObject[] = [];
  for (let number = 1; number < file.size; number += 1) objects.push(file.object(number));
  return objects;
}

/** A beginning that no font name of these pages has: a page may hold what this engine drew before. */
function unusedPrefix(file: ClassicFile, pages: TouchedPages): string {
  const used = new Set<string>();
  for (const { dictionary: page } of pages.all()) {
    const resources = file.dictionary(page.get('Resources'));
    for (const key of file.dictionary(resources?.get('Font'))?.keys() ?? []) used.add(key);
  }
  for (let round = 0; ; round += 1) {
    const prefix = `V${round}F`;
    if (![...used].some((key) => key.startsWith(prefix))) return prefix;
  }
}
