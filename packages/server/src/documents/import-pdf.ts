import type { PdfObject as SourceObject } from '@libpdf/core';
import { PdfArray } from '@libpdf/core';
import { copyPage } from './import/copy-page.js';
import { ObjectCopier } from './import/object-copier.js';
import { isStreamObject, openSource, type SourceDocument } from './import/source-document.js';
import { sourcePages } from './import/source-pages.js';
import { DocumentRefused, type PageSize } from './model.js';
import { PT_PER_PX } from './page-geometry.js';
import { writeCompleteFile } from './pdf/complete-file.js';
import { dictionary, name, type PdfReference, type PdfValue, stream } from './pdf/values.js';

/** What the catalog keeps: how the document is read, never what it does. */
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

/**
 * Turns a PDF from outside into the clean base document of a contract: one revision, one classic cross-reference
 * table, PDF 1.7, a flat page tree whose pages have direct attributes of their own; no forms, scripts, embedded
 * files, permissions or actions other than web links. What form fields, annotations and old signatures showed is
 * page content. Sizes are of the pages as displayed, px at 96 dpi.
 *
 * @throws DocumentRefused NOT_A_PDF, BROKEN, PASSWORD, DYNAMIC_FORM, TOO_MANY_PAGES (over 500) or NO_PAGES
 */
export async function importPdf(
  bytes: Uint8Array,
): Promise<{ readonly bytes: Uint8Array; readonly pages: PageSize[] }> {
  try {
    return rewrite(await openSource(bytes));
  } catch (error) {
    if (error instanceof DocumentRefused) throw error;
    throw new DocumentRefused('BROKEN', error instanceof Error ? error.message : String(error));
  }
}

function rewrite(source: SourceDocument): { bytes: Uint8Array; pages: PageSize[] } {
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
    const { width, height } = copyPage(source, copier, page, place, shared);
    sizes.push({ width: width / PT_PER_PX, height: height / PT_PER_PX });
  });
  copier.set(tree, dictionary({ Type: name('Pages'), Kids: places, Count: places.length }));
  copier.set(root, copyCatalog(source, copier, tree));
  const info = source.info === null ? null : copier.add(copier.copyObject(source.info));
  return { bytes: new Uint8Array(writeCompleteFile(copier.finish(), root, info)), pages: sizes };
}

function copyCatalog(source: SourceDocument, copier: ObjectCopier, tree: PdfReference) {
  const entries = new Map<string, PdfValue>([
    ['Type', name('Catalog')],
    ['Pages', tree],
  ]);
  const { catalog } = source;
  for (const key of KEPT_OF_CATALOG) {
    const value = catalog.get(key);
    if (value !== undefined) entries.set(key, copier.copy(value, key === 'Dests'));
  }
  const destinations = source.dictionary(catalog.get('Names'))?.get('Dests');
  if (destinations !== undefined) entries.set('Names', new Map([['Dests', copier.copy(destinations)]]));
  // A place to open at is harmless; an action is not.
  const opening = source.resolve(catalog.get('OpenAction'));
  if (opening instanceof PdfArray) entries.set('OpenAction', copier.copy(opening));
  const metadata = catalog.get('Metadata');
  if (metadata !== undefined && !claimsArchival(source, metadata))
    entries.set('Metadata', copier.copy(metadata));
  return entries;
}

/** A PDF/A claim would be false: this is another file, and signing fields and values come into it. */
function claimsArchival(source: SourceDocument, metadata: SourceObject): boolean {
  const found = source.resolve(metadata);
  if (!isStreamObject(found)) return true;
  try {
    return Buffer.from(found.getDecodedData()).toString('latin1').includes('pdfaid');
  } catch {
    return true;
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
