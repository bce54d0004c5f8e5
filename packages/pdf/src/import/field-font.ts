import {
  isReference,
  type PdfDictionary,
  type PdfReference,
  type PdfString,
  type PdfValue,
} from '../syntax/values.js';
import type { SourceDocument } from './source-document.js';

/** A font of the form that can write a given text. */
export interface TextFont {
  readonly font: PdfReference;
  encode(text: string): PdfString;
  /** In multiples of the font size. */
  width(text: string): number;
}

/** Advance widths of Helvetica from the space to the tilde, in thousandths. */
const HELVETICA = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
] as const;
const UNICODE_CMAP = /^Uni(?:GB|CNS|JIS|KS)-(?:UCS2|UTF16)-H$/;

/** The font named by /DA, from the widget's or the form's resources; null if it cannot write the text. */
export function fontForText(
  source: SourceDocument,
  widget: PdfDictionary,
  form: PdfDictionary,
  fontName: string,
  text: string,
): TextFont | null {
  const named = [widget.get('DR'), form.get('DR')]
    .map((resources) => source.dictionary(source.dictionary(resources)?.get('Font'))?.get(fontName))
    .find((found) => found !== undefined);
  const entries = source.dictionary(named);
  if (named === undefined || !isReference(named) || entries === null) return null;
  if (source.name(entries.get('Subtype')) === 'Type0') return compositeFont(source, named, entries);
  return /^[\x20-\x7e\r\n]*$/.test(text) && writesAscii(source, entries)
    ? simpleFont(source, named, entries)
    : null;
}

function compositeFont(source: SourceDocument, font: PdfReference, entries: PdfDictionary): TextFont | null {
  if (!UNICODE_CMAP.test(source.name(entries.get('Encoding')) ?? '')) return null;
  return {
    font,
    encode: (text) => ({ kind: 'string', bytes: Buffer.from(text, 'utf16le').swap16() }),
    width: (text) => [...text].reduce((sum, character) => sum + (character <= '\x7e' ? 0.5 : 1), 0),
  };
}

/** Symbol fonts, and subsets with a custom encoding, have other glyphs at these codes. */
function writesAscii(source: SourceDocument, entries: PdfDictionary): boolean {
  const baseFont = source.name(entries.get('BaseFont')) ?? '';
  if (/symbol|dingbats/i.test(baseFont) || /^[A-Z]{6}\+/.test(baseFont)) return false;
  const encoding = source.resolve(entries.get('Encoding'));
  return !(encoding instanceof Map) || differencesAreHigh(source, encoding.get('Differences'));
}

/** Differences above ASCII, as Acrobat writes them for accents and ligatures, or that repeat the base encoding. */
function differencesAreHigh(source: SourceDocument, differences: PdfValue | undefined): boolean {
  const codes = (source.array(differences) ?? []).filter((item) => typeof item === 'number');
  return codes.every((code) => code < 0x20 || code === 0x27 || code === 0x60 || code >= 0x7f);
}

function simpleFont(source: SourceDocument, font: PdfReference, entries: PdfDictionary): TextFont {
  const first = source.number(entries.get('FirstChar')) ?? 0;
  const widths = source.array(entries.get('Widths'));
  const fixed = /courier/i.test(source.name(entries.get('BaseFont')) ?? '');
  const widthOf = (code: number): number =>
    source.number(widths?.[code - first]) ?? (fixed ? 600 : (HELVETICA[code - 32] ?? 556));
  return {
    font,
    encode: (text) => ({ kind: 'string', bytes: Buffer.from(text, 'latin1') }),
    width: (text) => [...text].reduce((sum, character) => sum + widthOf(character.charCodeAt(0)) / 1000, 0),
  };
}
