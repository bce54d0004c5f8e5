/** Pasting cells of a spreadsheet into the list of controls. Pure. */

import type { Control } from './design.js';
import { type CellContext, type Column, columns, withCell } from './list-cells.js';

export interface PastedCells {
  /** The controls that change. */
  readonly controls: readonly Control[];
  readonly refused: readonly { readonly row: number; readonly column: Column; readonly text: string }[];
  /** Rows beyond the last control. */
  readonly ignoredRows: number;
}

/** @param from row and column of the cell that takes the first pasted cell */
export function pasteCells(
  context: CellContext,
  rows: readonly Control[],
  from: { readonly row: number; readonly column: Column },
  text: string,
): PastedCells {
  const cells = readTable(text);
  const first = columns.indexOf(from.column);
  const refused: { row: number; column: Column; text: string }[] = [];
  const controls = cells.flatMap((line, index) => {
    const row = from.row + index;
    const before = rows[row];
    if (before === undefined) return [];
    let control = before;
    for (const [offset, cell] of line.entries()) {
      const column = columns[first + offset];
      if (column === undefined) break;
      const next = withCell(context, control, column, cell);
      if (next === null) refused.push({ row, column, text: cell });
      else control = next;
    }
    return control === before ? [] : [control];
  });
  return { controls, refused, ignoredRows: Math.max(0, from.row + cells.length - rows.length) };
}

/** Lines and tabs as spreadsheets copy them: a cell with a line break or a tab is in quotes, with its own doubled. */
export function readTable(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const isQuoted = text[at] === '"';
    const cell = isQuoted ? quoted(text, at) : plain(text, at);
    row.push(cell.text);
    at = cell.end;
    if (text[at] === '\t') {
      at += 1;
      if (at === text.length) row.push('');
      continue;
    }
    rows.push(row);
    row = [];
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
  return row.length === 0 ? rows : [...rows, row];
}

interface ReadCell {
  readonly text: string;
  readonly end: number;
}

function plain(text: string, from: number): ReadCell {
  const length = text.slice(from).search(/[\t\r\n]/);
  const end = length < 0 ? text.length : from + length;
  return { text: text.slice(from, end), end };
}

/** A quote without its end is read as it stands. */
function quoted(text: string, from: number): ReadCell {
  let end = from + 1;
  while (end < text.length) {
    if (text[end] !== '"') end += 1;
    else if (text[end + 1] === '"') end += 2;
    else return { text: text.slice(from + 1, end).replaceAll('""', '"'), end: end + 1 };
  }
  return plain(text, from);
}
