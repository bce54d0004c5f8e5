import { openedPdfium, withDocument } from './pdfium-document.js';

/**
 * The text of a page in content order, as paragraphs for screen readers and for large type.
 * @param bytes a document of importPdf
 * @param page from 1
 * @returns [] for a page without text, such as a scan
 */
export async function readPageText(bytes: Uint8Array, page: number): Promise<readonly string[]> {
  const pdfium = await openedPdfium();
  let text = '';
  withDocument(pdfium, bytes, (document) => {
    const opened = pdfium.call('FPDF_LoadPage', document, page - 1);
    const content = opened === 0 ? 0 : pdfium.call('FPDFText_LoadPage', opened);
    const count = content === 0 ? 0 : pdfium.call('FPDFText_CountChars', content);
    for (let character = 0; character < count; character += 1) {
      const unicode = pdfium.call('FPDFText_GetUnicode', content, character) >>> 0;
      if (unicode > 0 && unicode <= 0x10ffff) text += String.fromCodePoint(unicode);
    }
    if (content !== 0) pdfium.call('FPDFText_ClosePage', content);
    if (opened !== 0) pdfium.call('FPDF_ClosePage', opened);
  });
  return paragraphsOf(text);
}

/** A line at least this full, relative to the fullest of its page, continues in the next one. */
const FULL = 0.85;

/** Joins the lines of a page to paragraphs. A page of lists or a form has no full lines, and keeps its lines. */
export function paragraphsOf(text: string): readonly string[] {
  const lines = text
    // Fonts map ideographs to radicals that look the same; full-width punctuation is kept.
    .replace(/[\u2e80-\u2fdf\uf900-\ufaff]/g, (letter) => letter.normalize('NFKC'))
    .split(/[\r\n]+/)
    .map((line) => line.replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '').trim())
    .filter((line) => line !== '');
  const longest = Math.max(0, ...lines.map(widthOf));
  const paragraphs: string[] = [];
  let goesOn = false;
  for (const line of lines) {
    const before = paragraphs.at(-1);
    if (goesOn && before !== undefined) paragraphs[paragraphs.length - 1] = joined(before, line);
    else paragraphs.push(line);
    goesOn = widthOf(line) >= FULL * longest && !/[。！？：；.!?:;]$/u.test(line) && longest >= MIN_COLUMN;
  }
  return paragraphs;
}

/** Half-width letters in a column that is text and no table. */
const MIN_COLUMN = 40;

/** In half-width letters. */
function widthOf(line: string): number {
  let width = 0;
  for (const letter of line)
    width += /[\u1100-\u115f\u2e80-\uffef]|[\u{20000}-\u{3ffff}]/u.test(letter) ? 2 : 1;
  return width;
}

function joined(before: string, after: string): string {
  const isWord = /[\p{Script=Latin}\d,]$/u.test(before) && /^[\p{Script=Latin}\d]/u.test(after);
  return before + (isWord ? ' ' : '') + after;
}
