import type { DocumentEngine } from '@cinnabar/pdf/engine/engine.js';
import { PDF, rgb } from '@libpdf/core';
import { type PurchaseContract, pageCount, pageHeight, type Rule } from './purchase-contract.js';

const POINTS_PER_PIXEL = 0.75;
const A4 = { width: 595.276, height: 841.89 };

/** The contract as a PDF with empty blanks, drawn with the fonts that values use. */
export async function drawContract(
  documents: Pick<DocumentEngine, 'importPdf' | 'prepare'>,
  contract: PurchaseContract,
  title: string,
): Promise<Uint8Array> {
  const pdf = PDF.create();
  pdf.setTitle(title);
  for (let page = 1; page <= pageCount; page += 1) {
    const sheet = pdf.addPage(A4);
    for (const rule of contract.rules.filter((each) => each.page === page)) sheet.drawLine(lineOf(rule));
  }
  const ruled = await documents.importPdf(await pdf.save());
  return documents.prepare(ruled.bytes, { values: contract.texts, areas: [] });
}

function lineOf({ from, to }: Rule) {
  const point = ([x, y]: readonly [number, number]) => ({
    x: x * POINTS_PER_PIXEL,
    y: (pageHeight - y) * POINTS_PER_PIXEL,
  });
  return { start: point(from), end: point(to), color: rgb(0.35, 0.35, 0.35), thickness: 0.5 };
}
