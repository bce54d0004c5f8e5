import { invert, type PageFrame, PT_PER_PX, pageFrame, pageReferences } from '../layout/page-geometry.js';
import { ClassicFile } from '../syntax/classic-file.js';
import { openedPdfium, withDocument } from './pdfium-document.js';
import type { PdfiumExports } from './pdfium-fonts.js';
import { type Bounds, onDisplay, placedCharacter, SCRATCH_BYTES } from './placed-character.js';

/** Position of a text: top left corner of its first line, px on the page as displayed. */
export interface TextPlace {
  readonly page: number;
  readonly x: number;
  readonly y: number;
}

interface PageText {
  /** Normalised, without spaces. */
  readonly text: string;
  /** Index of the PDFium character of each UTF-16 unit of `text`. */
  readonly characters: readonly number[];
}

/** Positions of PDFium's characters. */
type BoxOf = (character: number) => Bounds | null;

/**
 * Finds every occurrence of each text in a document, in reading order: page by page, line by line from the top, from
 * left to right. Spaces and line breaks are ignored, because PDF represents them as gaps; full and half width, and
 * ideographs that a font maps to their radicals, are equal (NFKC). PDFium extracts the text, because it knows the
 * encodings of fonts that are not embedded.
 * @param bytes a document of importPdf
 */
export async function findText(
  bytes: Uint8Array,
  texts: readonly string[],
): Promise<readonly (readonly TextPlace[])[]> {
  const pdfium = await openedPdfium();
  const wanted = texts.map(withoutSpaces);
  const places = texts.map((): TextPlace[] => []);
  const file = new ClassicFile(bytes);
  const pages = pageReferences(file).map((reference) => file.dictionary(reference));
  withDocument(pdfium, bytes, (document) => {
    for (const [index, page] of pages.entries()) {
      if (page === null) continue;
      const frame = pageFrame(page);
      withPage(pdfium, document, index, frame, (content, boxOf) => {
        for (const [number, text] of wanted.entries()) {
          places[number]?.push(...placesOn(content, boxOf, text, index + 1, frame));
        }
      });
    }
  });
  return places;
}

function withPage(
  pdfium: PdfiumExports,
  document: number,
  index: number,
  frame: PageFrame,
  act: (content: PageText, boxOf: BoxOf) => void,
): void {
  const page = pdfium.call('FPDF_LoadPage', document, index);
  const content = page === 0 ? 0 : pdfium.call('FPDFText_LoadPage', page);
  const scratch = pdfium.malloc(SCRATCH_BYTES);
  const toDisplay = invert(frame.toUserSpace);
  if (content !== 0) {
    act(readText(pdfium, content), (character) => {
      const placed = placedCharacter(pdfium, content, character, scratch);
      return placed === null ? null : onDisplay(frame, toDisplay, placed.rectangle);
    });
  }
  pdfium.call('free', scratch);
  if (content !== 0) pdfium.call('FPDFText_ClosePage', content);
  if (page !== 0) pdfium.call('FPDF_ClosePage', page);
}

function readText(pdfium: PdfiumExports, content: number): PageText {
  const normalised = new Map<number, string>();
  let text = '';
  const characters: number[] = [];
  const count = pdfium.call('FPDFText_CountChars', content);
  for (let character = 0; character < count; character += 1) {
    const unicode = pdfium.call('FPDFText_GetUnicode', content, character) >>> 0;
    let shown = normalised.get(unicode);
    if (shown === undefined) {
      shown = withoutSpaces(unicode > 0x10ffff ? '' : String.fromCodePoint(unicode));
      normalised.set(unicode, shown);
    }
    text += shown;
    for (let unit = 0; unit < shown.length; unit += 1) characters.push(character);
  }
  return { text, characters };
}

/** Spaces, control characters and invisible characters are removed from both texts. */
function withoutSpaces(text: string): string {
  return text.normalize('NFKC').replace(/[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '');
}

function placesOn(
  { text, characters }: PageText,
  boxOf: BoxOf,
  wanted: string,
  page: number,
  frame: PageFrame,
): TextPlace[] {
  if (wanted === '') return [];
  const found: Bounds[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    const matched = new Set(characters.slice(at, at + wanted.length));
    const bounds = boundsOfFirstLine([...matched].map(boxOf).filter((box) => box !== null));
    if (bounds !== null && isOnPage(bounds, frame) && !isAmong(found, bounds)) found.push(bounds);
  }
  return inReadingOrder(found).map(({ left, top }) => ({
    page,
    x: Math.max(0, rounded(left)),
    y: Math.max(0, rounded(top)),
  }));
}

/** Characters beside the first one, across or, in vertical text, along; not those after a line break. */
function boundsOfFirstLine(boxes: readonly Bounds[]): Bounds | null {
  const [first] = boxes;
  if (first === undefined) return null;
  const beside = boxes.filter(
    (box) =>
      (box.top < first.bottom && box.bottom > first.top) ||
      (box.left < first.right && box.right > first.left),
  );
  return {
    left: Math.min(...beside.map(({ left }) => left)),
    top: Math.min(...beside.map(({ top }) => top)),
    right: Math.max(...beside.map(({ right }) => right)),
    bottom: Math.max(...beside.map(({ bottom }) => bottom)),
  };
}

/** Areas outside the crop box are not valid places for controls. */
function isOnPage({ left, top, right, bottom }: Bounds, frame: PageFrame): boolean {
  const [width, height] = [frame.width / PT_PER_PX, frame.height / PT_PER_PX];
  return right > 0 && bottom > 0 && left < width && top < height;
}

/** Bold is often simulated by setting a text twice in succession with a tiny offset. */
function isAmong(found: readonly Bounds[], bounds: Bounds): boolean {
  return found
    .slice(-8)
    .some(({ left, top }) => Math.abs(left - bounds.left) < 3 && Math.abs(top - bounds.top) < 3);
}

function inReadingOrder(found: readonly Bounds[]): readonly Bounds[] {
  const lines: Bounds[][] = [];
  for (const bounds of found.toSorted((one, other) => one.top - other.top)) {
    const line = lines.at(-1);
    const start = line?.[0];
    if (line !== undefined && start !== undefined && bounds.top < (start.top + start.bottom) / 2)
      line.push(bounds);
    else lines.push([bounds]);
  }
  return lines.flatMap((line) => line.toSorted((one, other) => one.left - other.left));
}

/** Rounded to hundredths of a pixel: finer is invisible. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
