import { invert, type PageFrame, PT_PER_PX, pageFrame, pageReferences } from '../layout/page-geometry.js';
import { ClassicFile } from '../syntax/classic-file.js';
import { linesOf, type SetCharacter } from './lines-of-text.js';
import type { PageLayout } from './page-layout.js';
import { openedPdfium, withDocument } from './pdfium-document.js';
import type { PdfiumExports } from './pdfium-fonts.js';
import { onDisplay, placedCharacter, SCRATCH_BYTES } from './placed-character.js';
import { readRules } from './read-rules.js';

/** The densest printed page has about 10,000 characters. */
const MAX_CHARACTERS = 20_000;
/** A baseline may be off by this share of its length and still count as horizontal. */
const MAX_SLOPE = 0.02;

/**
 * Text and lines of some pages of a document. PDFium interprets fonts and content, so that what is read is what is
 * displayed; text outside the page, and text that is not horizontal, is omitted.
 * @param bytes a document of importPdf
 * @param first from 1
 * @returns one layout for each existing page from `first` to `last`
 */
export async function readLayout(
  bytes: Uint8Array,
  first: number,
  last: number,
): Promise<readonly PageLayout[]> {
  const pdfium = await openedPdfium();
  const file = new ClassicFile(bytes);
  const layouts: PageLayout[] = [];
  withDocument(pdfium, bytes, (document) => {
    for (const [index, reference] of pageReferences(file).entries()) {
      if (index + 1 < first || index + 1 > last) continue;
      const page = file.dictionary(reference);
      if (page !== null) layouts.push(readPage(pdfium, document, index, pageFrame(page)));
    }
  });
  return layouts;
}

function readPage(pdfium: PdfiumExports, document: number, index: number, frame: PageFrame): PageLayout {
  const size = { width: frame.width / PT_PER_PX, height: frame.height / PT_PER_PX };
  const page = pdfium.call('FPDF_LoadPage', document, index);
  if (page === 0) return { ...size, lines: [], rules: [], squares: [], isPartial: true };
  try {
    const text = readCharacters(pdfium, page, frame);
    const drawn = readRules(pdfium, page, frame);
    return {
      ...size,
      lines: linesOf(text.characters),
      rules: drawn.rules,
      squares: drawn.squares,
      isPartial: text.isPartial || drawn.isPartial,
    };
  } finally {
    pdfium.call('FPDF_ClosePage', page);
  }
}

function readCharacters(
  pdfium: PdfiumExports,
  page: number,
  frame: PageFrame,
): { readonly characters: readonly SetCharacter[]; readonly isPartial: boolean } {
  const content = pdfium.call('FPDFText_LoadPage', page);
  if (content === 0) return { characters: [], isPartial: false };
  const scratch = pdfium.malloc(SCRATCH_BYTES);
  const toDisplay = invert(frame.toUserSpace);
  const characters: SetCharacter[] = [];
  const count = pdfium.call('FPDFText_CountChars', content);
  for (let at = 0; at < Math.min(count, MAX_CHARACTERS); at += 1) {
    const shown = shownText(pdfium.call('FPDFText_GetUnicode', content, at) >>> 0);
    if (shown === '') continue;
    const placed = placedCharacter(pdfium, content, at, scratch);
    if (placed === null || placed.baseline === null) continue;
    const [fromX, fromY, toX, toY] = placed.baseline;
    const [a, b, c, d, e, f] = toDisplay;
    const across = a * (toX - fromX) + c * (toY - fromY);
    const along = b * (toX - fromX) + d * (toY - fromY);
    if (!(across > 0) || Math.abs(along) > MAX_SLOPE * across) continue;
    const { left, top, right, bottom } = onDisplay(frame, toDisplay, placed.rectangle);
    const baseline = (frame.height - (b * fromX + d * fromY + f)) / PT_PER_PX;
    const isOnPage =
      right > 0 && bottom > 0 && left < frame.width / PT_PER_PX && top < frame.height / PT_PER_PX;
    const start = (a * fromX + c * fromY + e) / PT_PER_PX;
    if (isOnPage && Number.isFinite(baseline)) {
      characters.push({ text: shown, left: Math.min(left, start), right, top, bottom, baseline });
    }
  }
  pdfium.call('free', scratch);
  pdfium.call('FPDFText_ClosePage', content);
  return { characters, isPartial: count > MAX_CHARACTERS };
}

const normalised = new Map<number, string>();
/** All ideographs of one document, many times over. */
const MAX_NORMALISED = 50_000;

function shownText(unicode: number): string {
  const known = normalised.get(unicode);
  if (known !== undefined) return known;
  const shown =
    unicode > 0x10ffff
      ? ''
      : String.fromCodePoint(unicode)
          .normalize('NFKC')
          .replace(/[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '');
  if (normalised.size < MAX_NORMALISED) normalised.set(unicode, shown);
  return shown;
}
