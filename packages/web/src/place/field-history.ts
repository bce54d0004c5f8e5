import type { Placed } from './placed.js';

/** The fields of a draft with their undo and redo history. */
export interface FieldHistory {
  readonly past: readonly (readonly Placed[])[];
  readonly now: readonly Placed[];
  readonly future: readonly (readonly Placed[])[];
  readonly last: { readonly kind: string; readonly at: number };
}

const MAX_CHANGES = 200;
const MERGE_MS = 500;
const nothing = { kind: '', at: 0 };

export function historyOf(fields: readonly Placed[]): FieldHistory {
  return { past: [], now: fields, future: [], last: nothing };
}

/**
 * Records a change. Successive changes of the same kind within a short time are undone together.
 * @param kind '' is never merged
 * @param at in ms
 */
export function changed(
  history: FieldHistory,
  now: readonly Placed[],
  { kind, at }: { readonly kind: string; readonly at: number } = nothing,
): FieldHistory {
  const { past, last } = history;
  const isMore = kind !== '' && kind === last.kind && at - last.at < MERGE_MS;
  return {
    past: isMore ? past : [...past, history.now].slice(-MAX_CHANGES),
    now,
    future: [],
    last: { kind, at },
  };
}

export function undone({ past, now, future }: FieldHistory): FieldHistory {
  const before = past.at(-1);
  if (before === undefined) return { past, now, future, last: nothing };
  return { past: past.slice(0, -1), now: before, future: [now, ...future], last: nothing };
}

export function redone({ past, now, future }: FieldHistory): FieldHistory {
  const [next, ...rest] = future;
  if (next === undefined) return { past, now, future, last: nothing };
  return { past: [...past, now], now: next, future: rest, last: nothing };
}
