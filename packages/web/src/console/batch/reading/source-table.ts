/** A table as it was read from a file or pasted, before anybody knows what its columns mean. */

/** What a reader did to a cell, which the person should know of. */
export type CellNote =
  /** The value that the program had computed. */
  | 'formula'
  /** Taken from the first cell of a merged range. */
  | 'merged'
  /** A number with more digits than the file kept. */
  | 'rounded'
  /** A day that the file stored as a number. */
  | 'date'
  /** An error value, such as #N/A. */
  | 'error';

export interface SourceCell {
  readonly text: string;
  readonly note: CellNote | null;
}

export interface SourceRow {
  /** Its number in the file, from 1. */
  readonly line: number;
  readonly cells: readonly SourceCell[];
  /** Hidden rows are read like others, and said. */
  readonly isHidden: boolean;
}

export interface SourceTable {
  readonly headers: readonly string[];
  readonly rows: readonly SourceRow[];
  /** The names of the other sheets that have rows. */
  readonly otherSheets: readonly string[];
}

/** Why a file cannot be read. */
export type ReadTrouble =
  | 'tooLarge'
  | 'tooManyRows'
  | 'tooManyColumns'
  | 'notATable'
  | 'damaged'
  | 'protected'
  | 'oldFormat'
  | 'empty';

export class Unreadable extends Error {
  constructor(readonly trouble: ReadTrouble) {
    super(trouble);
    this.name = 'Unreadable';
  }
}

export const MAX_ROWS = 2000;
export const MAX_COLUMNS = 200;
/** Of a file, and of everything that is unpacked from it. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;
export const MAX_UNPACKED_BYTES = 100 * 1024 * 1024;

export const emptyCell: SourceCell = { text: '', note: null };

/** Rows above the header, such as a title across the table. */
export const MAX_TITLE_ROWS = 5;

/** The first row with several texts becomes the header; rows without any text are left out. */
export function tableOf(rows: readonly SourceRow[], otherSheets: readonly string[] = []): SourceTable {
  const filled = rows.filter(({ cells }) => cells.some(({ text }) => text.trim() !== ''));
  const found = filled.slice(0, MAX_TITLE_ROWS).findIndex(({ cells }) => textsIn(cells) > 1);
  const at = Math.max(0, found);
  const header = filled[at];
  if (header === undefined) throw new Unreadable('empty');
  const rest = filled.slice(at + 1);
  if (rest.length > MAX_ROWS) throw new Unreadable('tooManyRows');
  if (header.cells.length > MAX_COLUMNS) throw new Unreadable('tooManyColumns');
  return { headers: header.cells.map(({ text }) => text.trim()), rows: rest, otherSheets };
}

/** Different ones: a title in merged cells counts once. */
function textsIn(cells: readonly SourceCell[]): number {
  return new Set(cells.map(({ text }) => text.trim()).filter((text) => text !== '')).size;
}
