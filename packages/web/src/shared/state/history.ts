/** What was before the present state of a desk, and what was undone. */
export interface Past<State> {
  readonly past: readonly State[];
  readonly future: readonly State[];
  readonly last: { readonly kind: string; readonly at: number };
}

/** A state with its undo and redo history. */
export interface History<State> extends Past<State> {
  readonly now: State;
}

const MAX_CHANGES = 200;
const MERGE_MS = 500;
const nothing = { kind: '', at: 0 };

export const noPast: Past<never> = { past: [], future: [], last: nothing };

export function historyOf<State>(now: State): History<State> {
  return { ...noPast, now };
}

/**
 * Records a change. Successive changes of the same kind within a short time are undone together.
 * @param kind '' is never merged
 * @param at in ms
 */
export function changed<State>(
  history: History<State>,
  now: State,
  { kind, at }: { readonly kind: string; readonly at: number } = nothing,
): History<State> {
  const { past, last } = history;
  const isMore = kind !== '' && kind === last.kind && at - last.at < MERGE_MS;
  return {
    past: isMore ? past : [...past, history.now].slice(-MAX_CHANGES),
    now,
    future: [],
    last: { kind, at },
  };
}

export function undone<State>(history: History<State>): History<State> {
  const { past, now, future } = history;
  if (past.length === 0) return history;
  const [before = now] = past.slice(-1);
  return { past: past.slice(0, -1), now: before, future: [now, ...future], last: nothing };
}

export function redone<State>(history: History<State>): History<State> {
  const { past, now, future } = history;
  const [next = now, ...rest] = future;
  return future.length === 0 ? history : { past: [...past, now], now: next, future: rest, last: nothing };
}
