import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';
import { DocumentRefused } from '../model.js';

/** A file from outside, parsed leniently, with look-ups that never throw for what is missing. */
export interface SourceDocument {
  readonly catalog: PdfDict;
  readonly info: PdfDict | null;
  resolve(value: PdfObject | undefined): PdfObject | null;
  dictionary(value: PdfObject | undefined): PdfDict | null;
  array(value: PdfObject | undefined): PdfArray | null;
  /** The name's text. */
  name(value: PdfObject | undefined): string | null;
  number(value: PdfObject | undefined): number | null;
}

/** The header may stand somewhere in the first 1024 bytes, as readers have always allowed. */
const HEADER_WITHIN = 1024;
/** The needed words of a file whose header is lost. */
const LOOKS_LIKE_PDF = /\d+\s+\d+\s+obj\b/;

/** @throws DocumentRefused NOT_A_PDF, BROKEN, PASSWORD or DYNAMIC_FORM */
export async function openSource(bytes: Uint8Array): Promise<SourceDocument> {
  const beginning = Buffer.from(bytes.subarray(0, HEADER_WITHIN)).toString('latin1');
  if (!beginning.includes('%PDF-') && !LOOKS_LIKE_PDF.test(beginning)) {
    throw new DocumentRefused('NOT_A_PDF', 'the file does not begin as a PDF');
  }
  const encryption = encryptionNamed(bytes);
  const pdf = await load(bytes, encryption !== null);
  if (pdf.isEncrypted && !pdf.isAuthenticated) {
    throw new DocumentRefused('PASSWORD', 'the file opens with a password only');
  }
  const { registry, catalog, info } = pdf.context;
  const resolve = (value: PdfObject | undefined): PdfObject | null => {
    let current = value ?? null;
    for (let steps = 0; current instanceof PdfRef; steps += 1) {
      if (steps > 32) return null;
      current = registry.resolve(current);
    }
    return current;
  };
  const source: SourceDocument = {
    catalog: catalog.getDict(),
    info: null,
    resolve,
    dictionary: (value) => {
      const found = resolve(value);
      return found instanceof PdfDict ? found : null;
    },
    array: (value) => {
      const found = resolve(value);
      return found instanceof PdfArray ? found : null;
    },
    name: (value) => {
      const found = resolve(value);
      return found instanceof PdfName ? found.value : null;
    },
    number: (value) => {
      const found = resolve(value);
      return found instanceof PdfNumber ? found.value : null;
    },
  };
  if (encryption !== null && !pdf.isEncrypted && encryptsContent(source, encryption)) {
    // Recovery has lost the encryption: the pages would be drawn from ciphertext.
    throw new DocumentRefused('PASSWORD', 'the encryption of the file cannot be opened');
  }
  refuseDynamicForm(source);
  drawMissingAppearances(pdf, source);
  return { ...source, info: source.dictionary(info.trailer.get('Info')) };
}

async function load(bytes: Uint8Array, encrypted: boolean): Promise<PDF> {
  try {
    return await PDF.load(bytes);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    // With objects in encrypted object streams nothing at all can be read, not even the page tree.
    if (encrypted) throw new DocumentRefused('PASSWORD', `the encryption cannot be opened: ${problem}`);
    throw new DocumentRefused('BROKEN', problem);
  }
}

/** The object that a trailer names as /Encrypt; a direct dictionary is object 0, which does not exist. */
function encryptionNamed(bytes: Uint8Array): PdfRef | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const found = /\/Encrypt\s*(?:(\d+)\s+(\d+)\s+R|<<)/.exec(text);
  return found === null ? null : PdfRef.of(Number(found[1] ?? 0), Number(found[2] ?? 0));
}

/** Encryption of embedded files alone leaves strings and streams as they are (7.6.6, /StmF and /StrF Identity). */
function encryptsContent(source: SourceDocument, encryption: PdfRef): boolean {
  const entries = source.dictionary(encryption);
  if (entries === null || source.name(entries.get('Filter')) !== 'Standard') return true;
  if ((source.number(entries.get('V')) ?? 0) < 4) return true;
  return ['StmF', 'StrF'].some((key) => (source.name(entries.get(key)) ?? 'Identity') !== 'Identity');
}

/** The pages of a dynamic XFA form are drawn by a program from XML; the PDF's own page only says "please wait". */
function refuseDynamicForm(source: SourceDocument): void {
  const form = source.dictionary(source.catalog.get('AcroForm'));
  const rendering = source.resolve(source.catalog.get('NeedsRendering'));
  if (form?.has('XFA') && rendering !== null && rendering.type === 'bool' && rendering.value) {
    throw new DocumentRefused('DYNAMIC_FORM', 'a dynamic XFA form has no fixed pages');
  }
}

/** Values of fields without an appearance would vanish with the form; readers draw them, so do we. */
function drawMissingAppearances(pdf: PDF, source: SourceDocument): void {
  const form = source.dictionary(source.catalog.get('AcroForm'));
  if (form === null) return;
  try {
    pdf.getForm()?.updateAppearances();
  } catch {
    // A damaged field must not cost the pages: those appearances that exist are taken as they are.
  }
}

export function isStreamObject(value: PdfObject | null): value is PdfStream {
  return value instanceof PdfStream;
}
