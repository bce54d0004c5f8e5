/** The table of a batch: rows in the columns of the template, judged without asking the service. */
import type { BatchColumn } from '@cinnabar/api/batch-columns.js';
import { type MendedCell, mendCell } from './mend-cell.js';
import type { CellNote, SourceTable } from './reading/source-table.js';

/** For each column of the template the column of the source; null: none. */
export type Mapping = readonly (number | null)[];

export interface TableRow {
  /** Its number in the source. */
  readonly line: number;
  readonly isHidden: boolean;
  /** As read or typed, one for each column of the template. */
  readonly cells: readonly { readonly text: string; readonly note: CellNote | null }[];
  /** Left out by the person. */
  readonly isSkipped: boolean;
}

/** Columns by their names in either language, or by their keys. */
export function matchColumns(headers: readonly string[], columns: readonly BatchColumn[]): Mapping {
  const plain = headers.map(comparable);
  const taken = new Set<number>();
  return columns.map(({ key, zh, en }) => {
    const wanted = [zh, key, en].map(comparable);
    const found = plain.findIndex((header, index) => !taken.has(index) && wanted.includes(header));
    if (found === -1) return null;
    taken.add(found);
    return found;
  });
}

function comparable(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s*_＊（）()：:]/g, '');
}

const noCell = { text: '', note: null } as const;

export function rowsOf(source: SourceTable, mapping: Mapping): readonly TableRow[] {
  return source.rows.map(({ line, cells, isHidden }) => ({
    line,
    isHidden,
    isSkipped: false,
    cells: mapping.map((from) => (from === null ? noCell : (cells[from] ?? noCell))),
  }));
}

/** The headers that no column takes. */
export function unusedHeaders({ headers }: SourceTable, mapping: Mapping): readonly string[] {
  return headers.filter((header, index) => header !== '' && !mapping.includes(index));
}

export function judgedCells(row: TableRow, columns: readonly BatchColumn[]): readonly MendedCell[] {
  return columns.map(({ use, required }, index): MendedCell => {
    const { text, note } = row.cells[index] ?? noCell;
    const judged = mendCell(use, required, text);
    // Of such a number some digits are wrong, although it looks complete.
    if ((note === 'rounded' || note === 'error') && judged.fault === null) {
      return { ...judged, fault: note === 'error' ? 'control' : 'digitsLost' };
    }
    return judged;
  });
}

export function withCell(row: TableRow, index: number, text: string): TableRow {
  return { ...row, cells: row.cells.map((cell, at) => (at === index ? { text, note: null } : cell)) };
}
