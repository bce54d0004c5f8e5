import { invert, PT_PER_PX, pageFrame, pageReferences, transformedBounds } from '../layout/page-geometry.js';
import type { Box } from '../model.js';
import { ClassicFile } from '../syntax/classic-file.js';
import { openedPdfium, withDocument } from './pdfium-document.js';
import type { PdfiumExports } from './pdfium-fonts.js';

/** A filled path: its bounds, px on the page as displayed, and its colour. */
export interface FilledBox extends Box {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** FPDF_PAGEOBJ_PATH */
const PATH_OBJECT = 2;
const MAX_BOXES = 5000;
const MAX_OBJECTS = 200_000;

/**
 * The filled paths of all pages, in the order of the content.
 * @param bytes a document of importPdf
 */
export async function readFilledBoxes(bytes: Uint8Array): Promise<readonly FilledBox[]> {
  const pdfium = await openedPdfium();
  const file = new ClassicFile(bytes);
  const boxes: FilledBox[] = [];
  const scratch = pdfium.malloc(16);
  let objects = 0;
  withDocument(pdfium, bytes, (document) => {
    for (const [index, reference] of pageReferences(file).entries()) {
      const dictionary = file.dictionary(reference);
      const page = dictionary === null ? 0 : pdfium.call('FPDF_LoadPage', document, index);
      if (dictionary === null || page === 0) continue;
      const frame = pageFrame(dictionary);
      const toDisplay = invert(frame.toUserSpace);
      const count = pdfium.call('FPDFPage_CountObjects', page);
      for (let at = 0; at < count && objects < MAX_OBJECTS && boxes.length < MAX_BOXES; at += 1) {
        objects += 1;
        const filled = filledPath(pdfium, pdfium.call('FPDFPage_GetObject', page, at), scratch);
        if (filled === null) continue;
        const [left, bottom, right, top] = transformedBounds(toDisplay, filled.bounds);
        boxes.push({
          page: index + 1,
          x: left / PT_PER_PX,
          y: (frame.height - top) / PT_PER_PX,
          width: (right - left) / PT_PER_PX,
          height: (top - bottom) / PT_PER_PX,
          ...filled.color,
        });
      }
      pdfium.call('FPDF_ClosePage', page);
    }
  });
  pdfium.call('free', scratch);
  return boxes;
}

function filledPath(pdfium: PdfiumExports, object: number, scratch: number) {
  if (object === 0 || pdfium.call('FPDFPageObj_GetType', object) !== PATH_OBJECT) return null;
  const view = (): DataView => new DataView(pdfium.memory.buffer, scratch, 16);
  if (pdfium.call('FPDFPath_GetDrawMode', object, scratch, scratch + 4) === 0) return null;
  if (view().getInt32(0, true) === 0) return null;
  const pointers = [scratch, scratch + 4, scratch + 8, scratch + 12];
  if (pdfium.call('FPDFPageObj_GetFillColor', object, ...pointers) === 0) return null;
  const color = {
    red: view().getUint32(0, true),
    green: view().getUint32(4, true),
    blue: view().getUint32(8, true),
  };
  if (pdfium.call('FPDFPageObj_GetBounds', object, ...pointers) === 0) return null;
  const side = (index: number): number => view().getFloat32(4 * index, true);
  return { color, bounds: [side(0), side(1), side(2), side(3)] as const };
}
