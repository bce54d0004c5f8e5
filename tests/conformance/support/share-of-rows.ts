/**
 * BAD_INPUT_SHARE=4 sends every fourth of the cases that are derived for each operation alike; without it all are sent.
 * Which ones differs from operation to operation and from seed to seed, so that every case is sent to some operation in each
 * run, and to every operation in the course of some runs.
 */
import { chooseSeed } from '../../support/seeded-random.js';
import type { Row } from './rows.js';

const share = Number(process.env['BAD_INPUT_SHARE'] ?? 1);
if (!Number.isSafeInteger(share) || share < 1) throw new Error('BAD_INPUT_SHARE is no whole number from 1');
const seed = chooseSeed();

/** What of the derived cases is sent, for the summary of the run. */
export const sentShare = share === 1 ? 'all' : `every ${share}th derived case, FAULT_SEED=${seed}`;

/** One out of each `share`, beginning where `offset` says; of fewer rows one. */
function everyNth(rows: readonly Row[], offset: number): readonly Row[] {
  const start = (seed + offset) % share;
  const chosen = rows.filter((_, index) => index % share === start);
  return chosen.length > 0 ? chosen : rows.slice((seed + offset) % Math.max(1, rows.length)).slice(0, 1);
}

/**
 * Of an operation’s derived rows those that this run sends: each field without its value, each field with another wrong value
 * at least once, and a share of the others. `offset` is the place of the operation in the registry.
 */
export function shareOfRows(rows: readonly Row[], offset: number): readonly Row[] {
  if (share === 1) return rows;
  const groups = new Map<string, Row[]>();
  for (const row of rows.filter(({ without }) => without === undefined)) {
    const group = groups.get(row.field ?? '') ?? [];
    groups.set(row.field ?? '', [...group, row]);
  }
  const chosen = new Set([...groups.values()].flatMap((group, index) => everyNth(group, offset + index)));
  return rows.filter((row) => row.without !== undefined || chosen.has(row));
}
