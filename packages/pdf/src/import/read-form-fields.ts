import { fromRect, type PageFrame, PT_PER_PX } from '../layout/page-geometry.js';
import type { FormField } from '../render/page-layout.js';
import { isString, type PdfDictionary, textOf } from '../syntax/values.js';
import { geometryOf } from './copy-page.js';
import { openSource } from './import-pdf.js';
import type { SourceDocument } from './source-document.js';
import { sourcePages } from './source-pages.js';
import { inheritedEntry } from './value-appearance.js';

/** Field flags of ISO 32000-2 tables 227, 229 and 231. */
const REQUIRED = 1 << 1;
const MULTI_LINE = 1 << 12;
const RADIO = 1 << 15;
const PUSH_BUTTON = 1 << 16;
/** Annotation flags Hidden and NoView. */
const UNSEEN = 0x22;

const MAX_FIELDS = 2000;
const MAX_NAME = 200;
const MAX_OPTIONS = 200;
const MAX_DEPTH = 32;

/**
 * The visible fields of a PDF form, page by page.
 * @param bytes an untrusted file: importPdf makes the fields page content
 * @throws DocumentRefused
 */
export function readFormFields(bytes: Uint8Array): readonly FormField[] {
  const source = openSource(bytes);
  if (source.dictionary(source.catalog.get('AcroForm')) === null) return [];
  const fields: FormField[] = [];
  for (const [index, page] of sourcePages(source).pages.entries()) {
    const { frame } = geometryOf(source, page);
    for (const item of source.array(page.dictionary.get('Annots')) ?? []) {
      const widget = source.dictionary(item);
      const field = widget === null ? null : fieldOf(source, widget, index + 1, frame);
      if (field !== null) fields.push(field);
      if (fields.length === MAX_FIELDS) return fields;
    }
  }
  return fields;
}

function fieldOf(
  source: SourceDocument,
  widget: PdfDictionary,
  page: number,
  frame: PageFrame,
): FormField | null {
  if (source.name(widget.get('Subtype')) !== 'Widget') return null;
  if (((source.number(widget.get('F')) ?? 0) & UNSEEN) !== 0) return null;
  const rect = source.array(widget.get('Rect'))?.map((item) => source.number(item));
  const area = fromRect(frame, rect);
  const flags = source.number(inheritedEntry(source, widget, 'Ff')) ?? 0;
  const kind = kindOf(source.name(inheritedEntry(source, widget, 'FT')), flags);
  if (area === null || kind === null || !(area.width > 0 && area.height > 0)) return null;
  return {
    page,
    x: area.left / PT_PER_PX,
    y: (frame.height - area.bottom - area.height) / PT_PER_PX,
    width: area.width / PT_PER_PX,
    height: area.height / PT_PER_PX,
    name: nameOf(source, widget),
    kind,
    required: (flags & REQUIRED) !== 0,
    maxLength: source.number(inheritedEntry(source, widget, 'MaxLen')),
    options: kind === 'choice' ? optionsOf(source, widget) : [],
  };
}

function kindOf(type: string | null, flags: number): FormField['kind'] | null {
  if (type === 'Tx') return (flags & MULTI_LINE) !== 0 ? 'multiLine' : 'text';
  if (type === 'Btn') return (flags & (PUSH_BUTTON | RADIO)) === 0 ? 'checkBox' : null;
  if (type === 'Ch') return 'choice';
  return type === 'Sig' ? 'signature' : null;
}

function nameOf(source: SourceDocument, widget: PdfDictionary): string {
  const described = textIn(source, widget, 'TU');
  if (described !== '') return described;
  const parts: string[] = [];
  let field: PdfDictionary | null = widget;
  for (let depth = 0; field !== null && depth < MAX_DEPTH; depth += 1) {
    const part = textIn(source, field, 'T');
    if (part !== '') parts.unshift(part);
    field = source.dictionary(field.get('Parent'));
  }
  return parts.join('.').slice(0, MAX_NAME);
}

function textIn(source: SourceDocument, field: PdfDictionary, key: string): string {
  const value = source.resolve(field.get(key));
  return isString(value) ? textOf(value).slice(0, MAX_NAME) : '';
}

function optionsOf(source: SourceDocument, widget: PdfDictionary): readonly string[] {
  const options = source.array(inheritedEntry(source, widget, 'Opt')) ?? [];
  return options.slice(0, MAX_OPTIONS).flatMap((option) => {
    const value = source.resolve(source.array(option)?.[1] ?? option);
    return isString(value) ? [textOf(value).slice(0, MAX_NAME)] : [];
  });
}
