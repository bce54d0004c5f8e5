import type { ImportedDocument } from '../engine/engine-protocol.js';
import type { FontLibrary } from '../fonts/fonts.js';
import { PT_PER_PX } from '../layout/page-geometry.js';
import { DocumentRefused, type PageSize } from '../model.js';
import { writeCompleteFile } from '../syntax/complete-file.js';
import {
  dictionary,
  isArray,
  isStream,
  name,
  type PdfDictionary,
  type PdfReference,
  type PdfValue,
  stream,
} from '../syntax/values.js';
import { copyPage } from './copy-page.js';
import { decodeStream, UndecodableStream } from './decode-stream.js';
import { ObjectCopier } from './object-copier.js';
import { SourceDocument } from './source-document.js';
import { sourcePages } from './source-pages.js';

/** Catalog entries to keep: those for viewing, never actions. */
const KEPT_OF_CATALOG = [
  'PageLabels',
  'Dests',
  'ViewerPreferences',
  'PageLayout',
  'Outlines',
  'StructTreeRoot',
  'MarkInfo',
  'Lang',
  'OCProperties',
] as const;
/** The header may stand somewhere in the first 1024 bytes, as readers have always allowed. */
const HEADER_WITHIN = 1024;
/** Beginning of a file whose header is lost. */
const LOOKS_LIKE_PDF = /\d+\s+\d+\s+obj\b/;
const MAX_FIELD_DEPTH = 32;

/**
 * Turns a PDF from outside into the clean base document of a contract: one revision, one classic cross-reference
 * table, PDF 1.7, a flat page tree whose pages have direct attributes of their own; no forms, scripts, embedded
 * files, permissions or actions other than web links. What form fields, annotations and old signatures showed is
 * page content. Sizes are of the pages as displayed, px at 96 dpi. `signed`: the upload bore signatures.
 *
 * @param fonts for values of form fields that bring no appearance of their own
 * @throws DocumentRefused NOT_A_PDF, BROKEN, PASSWORD, DYNAMIC_FORM, TOO_MANY_PAGES (over 500) or NO_PAGES
 * @example
 * ```ts
 * import { readFile } from 'node:fs/promises';
 * import { DocumentRefused, type FontLibrary, importPdf } from '@cinnabar/pdf';
 *
 * async function baseOf(path: string, fonts: FontLibrary): Promise<Uint8Array | string> {
 *   try {
 *     const { bytes, pages } = await importPdf(await readFile(path), fonts);
 *     return pages.length > 100 ? 'too long' : bytes;
 *   } catch (error) {
 *     if (error instanceof DocumentRefused) return error.reason;
 *     throw error;
 *   }
 * }
 * ```
 */
export async function importPdf(bytes: Uint8Array, fonts: FontLibrary): Promise<ImportedDocument> {
  try {
    return rewrite(openSource(bytes), fonts);
  } catch (error) {
    if (error instanceof DocumentRefused) throw error;
    throw new DocumentRefused('BROKEN', error instanceof Error ? error.message : String(error));
  }
}

function openSource(bytes: Uint8Array): SourceDocument {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const beginning = file.toString('latin1', 0, HEADER_WITHIN);
  const header = beginning.indexOf('%PDF-');
  if (header < 0 && !LOOKS_LIKE_PDF.test(beginning)) {
    throw new DocumentRefused('NOT_A_PDF', 'the file does not begin as a PDF');
  }
  // Offsets count from the header, whatever a mail program has put before it.
  const source = new SourceDocument(file.subarray(Math.max(0, header)));
  refuseDynamicForm(source);
  return source;
}

/** The pages of a dynamic XFA form are drawn by a program from XML; the PDF's own page only says "please wait". */
function refuseDynamicForm(source: SourceDocument): void {
  const form = source.dictionary(source.catalog.get('AcroForm'));
  if (form?.has('XFA') && source.resolve(source.catalog.get('NeedsRendering')) === true) {
    throw new DocumentRefused('DYNAMIC_FORM', 'a dynamic XFA form has no fixed pages');
  }
}

function rewrite(source: SourceDocument, fonts: FontLibrary): ImportedDocument {
  const { pages, nodes } = sourcePages(source);
  const copier = new ObjectCopier(source);
  const root = copier.add(null);
  const tree = copier.add(null);
  for (const node of nodes) copier.redirect(node, tree);
  const places = pages.map((page) => {
    const place = copier.add(null);
    if (page.reference !== null) copier.redirect(page.reference, place);
    return place;
  });

  const shared = { pages: tree, save: once(copier, 'q\n'), restore: once(copier, '\nQ\n') };
  const sizes: PageSize[] = [];
  pages.forEach((page, index) => {
    const place = places[index];
    if (place === undefined) return;
    const { width, height } = copyPage({ source, copier, fonts }, page, place, shared);
    sizes.push({ width: width / PT_PER_PX, height: height / PT_PER_PX });
  });
  copier.set(tree, dictionary({ Type: name('Pages'), Kids: places, Count: places.length }));
  copier.set(root, copyCatalog(source, copier, tree));
  const info = source.info === null ? null : copier.add(copier.copy(source.info));
  const signed = bearsSignature(source);
  return { bytes: new Uint8Array(writeCompleteFile(copier.finish(), root, info)), pages: sizes, signed };
}

/** Whether a signature field has a value; what the page tree or the permissions say of it does not matter. */
function bearsSignature(source: SourceDocument): boolean {
  const seen = new Set<PdfDictionary>();
  const signed = (value: PdfValue, inheritedType: string | null, depth: number): boolean => {
    const field = source.dictionary(value);
    if (field === null || seen.has(field) || depth > MAX_FIELD_DEPTH) return false;
    seen.add(field);
    const type = source.name(field.get('FT')) ?? inheritedType;
    if (type === 'Sig' && source.dictionary(field.get('V')) !== null) return true;
    return (source.array(field.get('Kids')) ?? []).some((kid) => signed(kid, type, depth + 1));
  };
  const form = source.dictionary(source.catalog.get('AcroForm'));
  return (source.array(form?.get('Fields')) ?? []).some((field) => signed(field, null, 0));
}

function copyCatalog(source: SourceDocument, copier: ObjectCopier, tree: PdfReference): PdfDictionary {
  const entries = new Map<string, PdfValue>([
    ['Type', name('Catalog')],
    ['Pages', tree],
  ]);
  const { catalog } = source;
  for (const key of KEPT_OF_CATALOG) {
    const value = catalog.get(key);
    if (value !== undefined) entries.set(key, copier.copy(value, key === 'Dests' ? 'names' : 'known'));
  }
  const destinations = source.dictionary(catalog.get('Names'))?.get('Dests');
  if (destinations !== undefined) entries.set('Names', new Map([['Dests', copier.copy(destinations)]]));
  // A place to open at is harmless; an action is not.
  const opening = source.resolve(catalog.get('OpenAction'));
  if (isArray(opening)) entries.set('OpenAction', copier.copy(opening));
  const metadata = catalog.get('Metadata');
  if (metadata !== undefined && !claimsArchival(source, metadata))
    entries.set('Metadata', copier.copy(metadata));
  return entries;
}

/** A PDF/A claim would be false: this is another file, and signing fields and values come into it. */
function claimsArchival(source: SourceDocument, metadata: PdfValue): boolean {
  const found = source.resolve(metadata);
  if (!isStream(found)) return true;
  try {
    return Buffer.from(decodeStream(found, source.resolve)).includes('pdfaid');
  } catch (error) {
    if (error instanceof UndecodableStream) return true;
    throw error;
  }
}

/** One content stream for all pages, written when the first page needs it. */
function once(copier: ObjectCopier, content: string): () => PdfReference {
  let written: PdfReference | null = null;
  return () => {
    written ??= copier.add(stream(new Map(), Buffer.from(content)));
    return written;
  };
}
