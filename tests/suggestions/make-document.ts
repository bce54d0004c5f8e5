import { importPdf } from '@cinnabar/pdf/import/import-pdf.js';
import { readFormFields } from '@cinnabar/pdf/import/read-form-fields.js';
import type { FormField, PageLayout } from '@cinnabar/pdf/render/page-layout.js';
import { pdfiumRenderer } from '@cinnabar/pdf/render/pdfium.js';
import { readLayout } from '@cinnabar/pdf/render/read-layout.js';
import { prepareDocument } from '@cinnabar/pdf/sign/prepare-document.js';
import { PDF } from '@libpdf/core';
import { testFonts } from '../support/fonts.js';

import type { ContractSource } from './contract-source.js';
import { type DrawnField, drawContract } from './draw-contract.js';
import { officeContract, wordContract } from './office-contract.js';

export interface MadeDocument {
  readonly bytes: Uint8Array;
  readonly layouts: readonly PageLayout[];
  readonly fields: readonly FormField[];
  /** ms spent on reading, for all pages. */
  readonly reading: number;
}

/** @param convert a Word document to PDF */
export async function makeDocument(
  { text, file, answers }: ContractSource,
  convert: (docx: Uint8Array) => Promise<Uint8Array>,
): Promise<MadeDocument> {
  let original: Uint8Array;
  if (answers.made === 'office') {
    original = await convert(officeContract(text));
  } else if (answers.made === 'word') original = await convert(wordContract(text));
  else if (answers.made === 'file' && file !== null) original = file;
  else if (answers.made === 'scan') original = await scanned(text);
  else {
    const drawn = await drawContract(text);
    original = answers.made === 'form' ? await withFields(drawn.bytes, drawn.fields) : drawn.bytes;
  }
  const { bytes, pages } = await importPdf(original, testFonts);
  const start = performance.now();
  const layouts = await readLayout(bytes, 1, pages.length);
  const fields = readFormFields(original);
  return { bytes, layouts, fields, reading: performance.now() - start };
}

/** The picture of each page over its text, as programs for scanners write it. */
async function scanned(text: string): Promise<Uint8Array> {
  const seen = await drawContract(text);
  const { bytes, pages } = await drawContract(text, { scan: true });
  const pictures = await Promise.all(
    Array.from({ length: pages }, async (_, index) => ({
      label: 'scan',
      box: { page: index + 1, x: 0, y: 0, width: 794, height: 1123 },
      picture: await pdfiumRenderer(testFonts).renderPage(seen.bytes, index + 1, 1000),
    })),
  );
  return prepareDocument(bytes, { values: [], pictures, areas: [] }, testFonts);
}

async function withFields(bytes: Uint8Array, fields: readonly DrawnField[]): Promise<Uint8Array> {
  const pdf = await PDF.load(bytes);
  const form = pdf.getOrCreateForm();
  for (const { page, field, name, x, y, width, height } of fields) {
    const box = { x: x * 0.75, y: (1123 - y - height) * 0.75, width: width * 0.75, height: height * 0.75 };
    const drawn = pdf.getPage(page - 1);
    if (field === 'check') drawn?.drawField(form.createCheckbox(name, {}), box);
    else if (field === 'choice') drawn?.drawField(form.createDropdown(name, { options: ['A', 'B'] }), box);
    else if (field === 'text' || field === 'multi')
      drawn?.drawField(form.createTextField(name, { fontSize: 12, multiline: field === 'multi' }), box);
  }
  return pdf.save();
}
