/** Reads the first sheet with rows of a workbook (ECMA-376, .xlsx). */
import { batchGuide } from '@cinnabar/api/batch-columns.js';
import { scanXml } from './scan-xml.js';
import {
  emptyCell,
  MAX_COLUMNS,
  MAX_ROWS,
  MAX_TITLE_ROWS,
  type SourceCell,
  type SourceRow,
  type SourceTable,
  tableOf,
  Unreadable,
} from './source-table.js';
import { type Archive, openArchive } from './unpack.js';

/** @throws Unreadable */
export function readWorkbook(bytes: Uint8Array): SourceTable {
  const archive = openArchive(bytes);
  const book = readBook(archive);
  const strings = sharedStrings(archive);
  const dates = dateStyles(archive);
  const filled: { readonly name: string; readonly rows: readonly SourceRow[] }[] = [];
  for (const { name, path } of book.sheets) {
    const xml = archive.text(path);
    if (xml === null) continue;
    const rows = readSheet(xml, { strings, dates, is1904: book.is1904 });
    if (rows.some(({ cells }) => cells.some(({ text }) => text.trim() !== ''))) filled.push({ name, rows });
  }
  const [first, ...others] = filled;
  if (first === undefined) throw new Unreadable('empty');
  const unread = others.map(({ name }) => name).filter((name) => !guides.includes(name));
  return tableOf(first.rows, unread);
}

/** Of the workbook that people are given to fill in. */
const guides: readonly string[] = Object.values(batchGuide);

interface Book {
  /** The visible sheets in their order. */
  readonly sheets: readonly { readonly name: string; readonly path: string }[];
  /** Whether days are counted from 1904 instead of 1900. */
  readonly is1904: boolean;
}

function readBook(archive: Archive): Book {
  const xml = archive.text('xl/workbook.xml');
  if (xml === null) throw new Unreadable('notATable');
  const targets = new Map<string, string>();
  scanXml(archive.text('xl/_rels/workbook.xml.rels') ?? '', {
    ...nothing,
    open(name, attribute) {
      if (name !== 'Relationship') return;
      const target = attribute('Target') ?? '';
      targets.set(attribute('Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`);
    },
  });
  const sheets: { name: string; path: string }[] = [];
  let is1904 = false;
  scanXml(xml, {
    ...nothing,
    open(name, attribute) {
      if (name === 'workbookPr') is1904 = isTrue(attribute('date1904'));
      if (name !== 'sheet' || (attribute('state') ?? 'visible') !== 'visible') return;
      const path = targets.get(attribute('id') ?? '');
      if (path !== undefined) sheets.push({ name: attribute('name') ?? '', path });
    },
  });
  return { sheets, is1904 };
}

const nothing = { open: () => undefined, text: () => undefined, close: () => undefined };

function isTrue(text: string | null): boolean {
  return text === '1' || text === 'true';
}

/** The texts that cells refer to by number. Phonetic hints (rPh) are not part of them. */
function sharedStrings(archive: Archive): readonly string[] {
  const strings: string[] = [];
  let current = '';
  let isText = false;
  let hints = 0;
  scanXml(archive.text('xl/sharedStrings.xml') ?? '', {
    open(name) {
      if (name === 'si') current = '';
      if (name === 'rPh') hints += 1;
      isText = name === 't' && hints === 0;
    },
    text(text) {
      if (isText) current += text;
    },
    close(name) {
      if (name === 't') isText = false;
      if (name === 'rPh') hints -= 1;
      if (name === 'si') strings.push(unescaped(current));
    },
  });
  return strings;
}

/** ST_Xstring: `_x000D_` stands for a character that XML cannot contain. */
function unescaped(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Built-in formats of days and times (ECMA-376 part 1, 18.8.30), East Asian ones included. */
const BUILT_IN_DATES = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;

/** For each cell format, whether it shows a day. */
function dateStyles(archive: Archive): readonly boolean[] {
  const own = new Map<number, boolean>();
  const styles: boolean[] = [];
  let isCellFormats = false;
  scanXml(archive.text('xl/styles.xml') ?? '', {
    ...nothing,
    open(name, attribute) {
      if (name === 'numFmt') own.set(Number(attribute('numFmtId')), showsDay(attribute('formatCode') ?? ''));
      if (name === 'cellXfs') isCellFormats = true;
      if (name === 'xf' && isCellFormats) {
        const id = Number(attribute('numFmtId') ?? 0);
        styles.push(own.get(id) ?? BUILT_IN_DATES.some(([from, to]) => id >= from && id <= to));
      }
    },
    close(name) {
      if (name === 'cellXfs') isCellFormats = false;
    },
  });
  return styles;
}

function showsDay(format: string): boolean {
  const plain = format.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '');
  return /[yd]/i.test(plain) && !/[0#?]/.test(plain);
}

interface SheetContext {
  readonly strings: readonly string[];
  readonly dates: readonly boolean[];
  readonly is1904: boolean;
}

interface RawCell {
  column: number;
  type: string;
  style: number;
  value: string;
  isFormula: boolean;
}

function readSheet(xml: string, context: SheetContext): readonly SourceRow[] {
  const rows: SourceRow[] = [];
  const merged: string[] = [];
  let line = 0;
  let isHidden = false;
  let cells: SourceCell[] = [];
  let cell: RawCell | null = null;
  let part: 'value' | 'inline' | null = null;
  let hints = 0;
  scanXml(xml, {
    open(name, attribute) {
      if (name === 'row') {
        line = Number(attribute('r') ?? line + 1);
        isHidden = isTrue(attribute('hidden'));
        cells = [];
      } else if (name === 'c') {
        cell = {
          column: columnOf(attribute('r') ?? '') ?? cells.length,
          type: attribute('t') ?? 'n',
          style: Number(attribute('s') ?? 0),
          value: '',
          isFormula: false,
        };
      } else if (name === 'f' && cell !== null) cell.isFormula = true;
      else if (name === 'rPh') hints += 1;
      else if (name === 'v') part = 'value';
      else if (name === 't' && hints === 0) part = 'inline';
      else if (name === 'mergeCell') merged.push(attribute('ref') ?? '');
    },
    text(text) {
      if (cell !== null && part !== null) cell.value += text;
    },
    close(name) {
      if (name === 'v' || name === 't') part = null;
      else if (name === 'rPh') hints -= 1;
      else if (name === 'c' && cell !== null) {
        if (cell.column >= MAX_COLUMNS && cell.value !== '') throw new Unreadable('tooManyColumns');
        if (cell.column < MAX_COLUMNS) place(cells, cell.column, readCell(cell, context));
        cell = null;
      } else if (name === 'row') {
        if (cells.some(({ text }) => text.trim() !== '')) rows.push({ line, cells, isHidden });
        // With the header; refused before more of it is read.
        if (rows.length > MAX_ROWS + MAX_TITLE_ROWS) throw new Unreadable('tooManyRows');
      }
    },
  });
  return withMerged(rows, merged);
}

function place(cells: SourceCell[], column: number, cell: SourceCell): void {
  while (cells.length < column) cells.push(emptyCell);
  cells[column] = cell;
}

/** 0 for A; null if the reference has no letters. */
function columnOf(reference: string): number | null {
  const [letters] = /^[A-Z]{1,3}/.exec(reference) ?? [];
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function readCell({ type, style, value, isFormula }: RawCell, context: SheetContext): SourceCell {
  const note = isFormula && value !== '' ? ('formula' as const) : null;
  switch (type) {
    case 's':
      return { text: context.strings[Number(value)] ?? '', note };
    case 'inlineStr':
    case 'str':
      return { text: unescaped(value), note };
    case 'b':
      return { text: value === '1' ? 'true' : 'false', note };
    case 'e':
      return { text: value, note: 'error' };
    case 'd':
      return { text: value.slice(0, 10), note: 'date' };
    default:
      return readNumber(value, context.dates[style] === true, context.is1904, note);
  }
}

const MAX_SAFE_DIGITS = 15;

function readNumber(value: string, isDay: boolean, is1904: boolean, note: SourceCell['note']): SourceCell {
  if (value === '') return { text: '', note };
  const number = Number(value);
  if (!Number.isFinite(number)) return { text: value, note };
  if (isDay) return { text: dayOf(number, is1904) ?? plain(number), note: note ?? 'date' };
  const text = plain(number);
  // A double keeps 15 digits: of an identity number typed as a number, the last three are lost.
  const isRounded = text.replace(/\D/g, '').replace(/^0+/, '').length > MAX_SAFE_DIGITS;
  return { text, note: isRounded && Number.isInteger(number) ? 'rounded' : note };
}

/** Without an exponent. */
function plain(number: number): string {
  if (Number.isInteger(number) && Math.abs(number) < 1e21) return String(number);
  // 0.1 + 0.2 is stored as such, and shown as 0.3.
  return String(Number(number.toPrecision(MAX_SAFE_DIGITS)));
}

const MS_PER_DAY = 86_400_000;
/** The day 0 of either count; that of 1900 takes 1900 for a leap year. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

/** yyyy-MM-dd; null for a number that is no day of a contract. */
export function dayOf(serial: number, is1904 = false): string | null {
  const moment = new Date((is1904 ? EPOCH_1904 : EPOCH_1900) + Math.floor(serial) * MS_PER_DAY);
  const year = moment.getUTCFullYear();
  return year >= 1900 && year < 2200 ? moment.toISOString().slice(0, 10) : null;
}

/** More do not occur in tables that people fill in. */
const MAX_MERGED = 5000;

/** Cells of a merged range other than the first get its text. */
function withMerged(rows: readonly SourceRow[], references: readonly string[]): readonly SourceRow[] {
  if (references.length === 0) return rows;
  const filled = rows.map((row) => ({ ...row, cells: [...row.cells] }));
  for (const reference of references.slice(0, MAX_MERGED)) {
    const [, left = '', top = '', right = '', bottom = ''] =
      /^([A-Z]{1,3})(\d+):([A-Z]{1,3})(\d+)$/.exec(reference) ?? [];
    const [from, to] = [columnOf(left), columnOf(right)];
    const first = filled.find(({ line }) => line === Number(top));
    if (from === null || to === null || first === undefined || to >= MAX_COLUMNS) continue;
    const text = first.cells[from]?.text ?? '';
    if (text === '') continue;
    for (const row of filled) {
      if (row.line < Number(top) || row.line > Number(bottom)) continue;
      for (let at = row === first ? from + 1 : from; at <= to; at += 1) {
        place(row.cells, at, { text, note: 'merged' });
      }
    }
  }
  return filled;
}
