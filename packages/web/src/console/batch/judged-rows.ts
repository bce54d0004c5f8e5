/** Everything known about each row: what was mended, what is wrong in which cell, and whether the person had it already. */
import type { BatchColumn } from '@cinnabar/api/batch-columns.js';
import type { batchStartSignFlow } from '@cinnabar/api/operations/flow-batches.js';
import type { DataOf } from '../../api/wire.js';
import { columnAt, type Item, itemOf } from './batch-item.js';
import { judgedCells, type TableRow } from './batch-table.js';
import type { MendedCell } from './mend-cell.js';

export type Verdict = DataOf<typeof batchStartSignFlow>['results'][number];

export interface JudgedRow {
  readonly row: TableRow;
  readonly cells: readonly MendedCell[];
  readonly item: Item;
  /** Identifies what the service was asked. */
  readonly asked: string;
  /** What the service says of cells, by column; of those that are wrong by themselves it was not asked. */
  readonly said: ReadonlyMap<number, string>;
  /** What it says of the row as a whole. */
  readonly ofRow: readonly string[];
  /** Another row for the same people comes before it, or they had this contract within 24 hours. */
  readonly isDuplicate: boolean;
  readonly state: 'fine' | 'faulty' | 'unknown' | 'skipped';
}

/** Balances are compared for all rows together. */
const ABOUT_BALANCE = ['BALANCE_NOT_ENOUGH', 'PAYEE_BALANCE_NOT_ENOUGH'];

export function judgeRows(
  rows: readonly TableRow[],
  columns: readonly BatchColumn[],
  verdicts: ReadonlyMap<string, Verdict>,
): readonly JudgedRow[] {
  const named = new Set<string>();
  return rows.map((row): JudgedRow => {
    const cells = judgedCells(row, columns);
    const item = itemOf(columns, cells);
    const asked = JSON.stringify(item);
    const verdict = verdicts.get(asked);
    const said = new Map<number, string>();
    const ofRow: string[] = [];
    const problems = (verdict?.problems ?? []).filter(({ reason }) => !ABOUT_BALANCE.includes(reason ?? ''));
    const values = (verdict?.warnings ?? []).filter(({ kind }) => kind === 'value');
    for (const { path, msg } of [...problems, ...values]) {
      const column = columnAt(path, item, columns);
      if (column === null) ofRow.push(msg);
      else said.set(column, msg);
    }
    const people = peopleOf(item);
    const isRepeated = !row.isSkipped && people !== '' && named.has(people);
    if (!row.isSkipped) named.add(people);
    const isFaulty = cells.some(({ fault }) => fault !== null) || said.size > 0 || ofRow.length > 0;
    return {
      row,
      cells,
      item,
      asked,
      said,
      ofRow,
      isDuplicate: isRepeated || (verdict?.warnings ?? []).some(({ kind }) => kind === 'recent'),
      state: row.isSkipped ? 'skipped' : isFaulty ? 'faulty' : verdict === undefined ? 'unknown' : 'fine',
    };
  });
}

function peopleOf({ participantList }: Item): string {
  return participantList
    .flatMap(({ psnAccount }) => psnAccount ?? [])
    .sort()
    .join(' ');
}

export interface BatchSums {
  readonly fine: number;
  readonly faulty: number;
  readonly unknown: number;
  readonly skipped: number;
  readonly duplicate: number;
}

export function sumsOf(rows: readonly JudgedRow[]): BatchSums {
  const of = (state: JudgedRow['state']) => rows.filter((row) => row.state === state).length;
  return {
    fine: of('fine'),
    faulty: of('faulty'),
    unknown: of('unknown'),
    skipped: of('skipped'),
    duplicate: rows.filter(({ isDuplicate, state }) => isDuplicate && state !== 'skipped').length,
  };
}
