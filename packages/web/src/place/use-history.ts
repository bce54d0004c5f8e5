import { useCallback, useRef, useState } from 'react';

interface History<T> {
  readonly past: readonly T[];
  readonly now: T;
  readonly future: readonly T[];
}

const MAX_STEPS = 200;
const MERGE_MS = 500;

/** A value whose changes can be taken back. Changes of one kind that follow each other closely are one. */
export function useHistory<T>(first: () => T) {
  const [history, setHistory] = useState<History<T>>(() => ({ past: [], now: first(), future: [] }));
  const last = useRef({ kind: '', at: 0 });
  const change = useCallback((next: (now: T) => T, kind = '') => {
    const at = performance.now();
    const isMore = kind !== '' && kind === last.current.kind && at - last.current.at < MERGE_MS;
    last.current = { kind, at };
    setHistory(({ past, now }) => ({
      past: isMore ? past : [...past, now].slice(-MAX_STEPS),
      now: next(now),
      future: [],
    }));
  }, []);
  const undo = useCallback(() => {
    last.current = { kind: '', at: 0 };
    setHistory((history) => {
      const before = history.past.at(-1);
      if (before === undefined) return history;
      return { past: history.past.slice(0, -1), now: before, future: [history.now, ...history.future] };
    });
  }, []);
  const redo = useCallback(() => {
    last.current = { kind: '', at: 0 };
    setHistory((history) => {
      const [next, ...future] = history.future;
      if (next === undefined) return history;
      return { past: [...history.past, history.now], now: next, future };
    });
  }, []);
  const { past, now, future } = history;
  return { now, change, undo, redo, canUndo: past.length > 0, canRedo: future.length > 0 };
}
