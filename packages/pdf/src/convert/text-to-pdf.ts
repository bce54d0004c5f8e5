import { EmbeddedFonts } from '../fonts/embedded-fonts.js';
import type { FontLibrary } from '../fonts/fonts.js';
import { PT_PER_PX, PX_PER_MM } from '../layout/page-geometry.js';
import { layoutText, type TextLine } from '../layout/text-layout.js';
import { paintText } from '../layout/text-operators.js';
import { A4, writePages } from '../layout/write-pages.js';
import { DrawingRefused, type TextStyle } from '../model.js';
import { ConversionRefused } from './conversion-refused.js';
import { decodeText } from './decode-text.js';

/** 五号, 10.5 pt: the size of Chinese office documents. */
const STYLE: TextStyle = {
  font: 'SimSun',
  fontSize: 14,
  color: '#000000',
  bold: false,
  italic: false,
  underline: false,
  lineThrough: false,
  alignment: 'left',
};
const MARGIN = 25 * PX_PER_MM;
/** Line height, px. */
const PITCH = 22;
/** Interval of tab stops, in font sizes: eight half-width characters. */
const TAB_STOPS = 4;
const MAX_PAGES = 500;

const PAGE = { width: A4.width / PT_PER_PX, height: A4.height / PT_PER_PX };
const LINES_PER_PAGE = Math.floor((PAGE.height - 2 * MARGIN) / PITCH);

/**
 * Sets a text file as A4 pages: line breaks are kept, long lines are wrapped by the rules of Chinese, and a form feed
 * begins a new page. Characters missing in Noto Serif SC are taken from another face.
 * @throws ConversionRefused UNKNOWN_ENCODING, EMPTY, TOO_MANY_PAGES, MISSING_GLYPH
 */
export function textToPdf(bytes: Uint8Array, library: FontLibrary): Uint8Array {
  const text = decodeText(bytes);
  if (text === null) throw new ConversionRefused('UNKNOWN_ENCODING', 'neither UTF-8, UTF-16 nor GB 18030');
  if (text.trim() === '') throw new ConversionRefused('EMPTY', 'a text without a character');

  const fonts = new EmbeddedFonts('T');
  const pages = pagesOf(text.trimEnd(), library).map((lines) => ({
    ...A4,
    content: paintText(
      fonts,
      { fontSize: STYLE.fontSize, lines },
      STYLE,
      MARGIN * PT_PER_PX,
      A4.height - MARGIN * PT_PER_PX,
    ),
  }));
  return writePages(pages, (add) => ({ Font: fonts.write(add), XObject: new Map() }));
}

function pagesOf(text: string, library: FontLibrary): readonly (readonly TextLine[])[] {
  const { ideographMiddle, unitsPerEm } = library.face(STYLE.font, STYLE.bold);
  const toBaseline = PITCH / 2 + (ideographMiddle / unitsPerEm) * STYLE.fontSize;
  const pages: TextLine[][] = [];
  for (const section of text.split('\f')) {
    let page: TextLine[] = [];
    let used = 0;
    pages.push(page);
    for (const line of linesOf(section, library)) {
      if (used === LINES_PER_PAGE) {
        page = [];
        used = 0;
        pages.push(page);
      }
      if (line !== null) page.push({ ...line, y: toBaseline + used * PITCH });
      used += 1;
      if (pages.length > MAX_PAGES) throw new ConversionRefused('TOO_MANY_PAGES', `more than ${MAX_PAGES}`);
    }
  }
  return pages;
}

/** The lines as printed, one paragraph after the other; null is an empty one. */
function* linesOf(section: string, library: FontLibrary): Generator<TextLine | null> {
  for (const paragraph of section.split(/\r\n|[\n\r\u0085\u2028\u2029]/u)) {
    const { lines } = layOut(withoutTabs(paragraph.trimEnd(), library), library);
    if (lines.length === 0) yield null;
    yield* lines;
  }
}

function layOut(text: string, library: FontLibrary) {
  const width = PAGE.width - 2 * MARGIN;
  const height = Number.POSITIVE_INFINITY;
  try {
    return layoutText(library, { text, style: STYLE, width, height, multiLine: true, label: 'text' });
  } catch (error) {
    if (!(error instanceof DrawingRefused)) throw error;
    const character = error.character ?? '';
    const point = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? '';
    throw new ConversionRefused('MISSING_GLYPH', `${character} (U+${point})`);
  }
}

/** Replaces tabs by the number of spaces that reaches closest to the next tab stop, measured in the fonts in use. */
function withoutTabs(paragraph: string, library: FontLibrary): string {
  if (!paragraph.includes('\t')) return paragraph;
  const space = widthInEm(' ', library);
  let text = '';
  let width = 0;
  for (const [index, part] of paragraph.split('\t').entries()) {
    if (index > 0) {
      const stop = (Math.floor(width / TAB_STOPS + 0.05) + 1) * TAB_STOPS;
      const spaces = Math.max(1, Math.round((stop - width) / space));
      text += ' '.repeat(spaces);
      width += spaces * space;
    }
    text += part;
    width += widthInEm(part, library);
  }
  return text;
}

function widthInEm(text: string, library: FontLibrary): number {
  let width = 0;
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    const face = library.faceFor(codePoint, STYLE.font, STYLE.bold);
    if (face !== null) width += face.advance(codePoint) / face.unitsPerEm;
  }
  return width;
}
