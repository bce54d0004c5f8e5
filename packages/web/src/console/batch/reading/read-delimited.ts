/** Reads CSV files (RFC 4180, any of comma, semicolon and tab) and text pasted from a spreadsheet. */
import {
  MAX_COLUMNS,
  MAX_ROWS,
  MAX_TITLE_ROWS,
  type SourceRow,
  type SourceTable,
  tableOf,
  Unreadable,
} from './source-table.js';

/** UTF-8, also with a byte order mark, UTF-16 with one, otherwise GB 18030, which programs in China write. */
export function decodedText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/** @throws Unreadable */
export function readDelimited(text: string): SourceTable {
  if (text.includes('\u0000')) throw new Unreadable('notATable');
  const plain = text.startsWith('\ufeff') ? text.slice(1) : text;
  const delimiter = delimiterOf(plain);
  const rows: SourceRow[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 1;
  let start = 1;
  const endRow = () => {
    cells.push(cell);
    if (cells.length > MAX_COLUMNS) throw new Unreadable('tooManyColumns');
    if (cells.some((each) => each.trim() !== '')) {
      const read = cells.map((each) => ({ text: each, note: null }));
      rows.push({ line: start, cells: read, isHidden: false });
    }
    if (rows.length > MAX_ROWS + MAX_TITLE_ROWS) throw new Unreadable('tooManyRows');
    cells = [];
    cell = '';
  };
  for (let at = 0; at < plain.length; at += 1) {
    const character = plain.charAt(at);
    if (isQuoted) {
      if (character === '"' && plain.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else if (character === '"') isQuoted = false;
      else {
        if (character === '\n') line += 1;
        cell += character;
      }
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === delimiter) {
      cells.push(cell);
      cell = '';
    } else if (character === '\n') {
      endRow();
      line += 1;
      start = line;
    } else if (character !== '\r') cell += character;
  }
  if (cell !== '' || cells.length > 0) endRow();
  return tableOf(rows.map((row) => ({ ...row, cells: row.cells.map(asFormula) })));
}

/** Programs write ="138…" so that a number stays a text. */
function asFormula(cell: SourceRow['cells'][number]): SourceRow['cells'][number] {
  const [, text] = /^="(.*)"$/.exec(cell.text.trim()) ?? [];
  return text === undefined ? cell : { text, note: null };
}

/** The one that occurs most often in the first line, outside quotes. */
function delimiterOf(text: string): string {
  const end = text.search(/[\r\n]/);
  const line = (end === -1 ? text : text.slice(0, end)).replace(/"[^"]*"/g, '');
  const counts = ['\t', ',', ';'].map((each) => [each, line.split(each).length] as const);
  const [best] = counts.toSorted(([, one], [, other]) => other - one);
  return best?.[0] ?? ',';
}
