/** Cells and rows of a worksheet (ECMA-376 part 1, 18.3). */

export interface WorkbookColumn {
  readonly header: string;
  /** In characters. */
  readonly width: number;
  readonly kind: 'text' | 'number' | 'time';
}

/** A text, a whole number or a time without a zone, in ms as if it were UTC; null: empty. */
export type Cell = string | number | null;

/** Indexes of the cell formats in styles.xml. */
const styles = { text: 0, number: 1, time: 2 } as const;

const MS_PER_DAY = 86_400_000;
/** The number of 1 January 1970 as a day of a workbook. */
const EPOCH_DAY = 25_569;

/** What XML cannot contain or would take as markup, and what a workbook would take as an escape sequence. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 does not permit control characters
const SPECIAL = /[&<>\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/;
const EACH_SPECIAL = new RegExp(SPECIAL, 'g');

export function escapeText(text: string): string {
  return SPECIAL.test(text) ? text.replace(EACH_SPECIAL, escaped) : text;
}

function escaped(character: string): string {
  switch (character) {
    case '&':
      return '&amp;';
    case '<':
      return '&lt;';
    case '>':
      return '&gt;';
    default:
      // ST_Xstring: a character by its code.
      return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
  }
}

/** @param letters one for each column */
export function rowXml(
  row: number,
  letters: readonly string[],
  columns: readonly WorkbookColumn[],
  cells: readonly Cell[],
): string {
  let xml = `<row r="${row}">`;
  for (let index = 0; index < columns.length; index += 1) {
    const cell = cells[index] ?? null;
    if (cell === null || cell === '') continue;
    const at = `<c r="${letters[index]}${row}"`;
    if (typeof cell === 'string')
      xml += `${at} t="inlineStr"><is><t xml:space="preserve">${escapeText(cell)}</t></is></c>`;
    else if (columns[index]?.kind === 'time')
      xml += `${at} s="${styles.time}"><v>${cell / MS_PER_DAY + EPOCH_DAY}</v></c>`;
    else xml += `${at} s="${styles.number}"><v>${cell}</v></c>`;
  }
  return `${xml}</row>`;
}

/** A, B, … Z, AA. */
export function columnLetters(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => lettersOf(index));
}

function lettersOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : lettersOf(Math.floor(index / 26) - 1) + last;
}

const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** The start of a sheet whose first row stays in view. */
export function sheetHead(columns: readonly WorkbookColumn[]): string {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="${NAMESPACE}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`;
}

export const sheetEnd = '</sheetData></worksheet>';
