import { CustodyError } from '../custody/custody-error.js';
import type { DataKeyGuard } from '../custody/data-key-guard.js';
import type { OutsideKeyStore, OutsidePlace } from '../custody/outside-key-store.js';
import type { Metrics } from '../http/metrics.js';

export interface OpenedKeyStore {
  readonly store: OutsideKeyStore;
  /** null: it cannot encrypt data keys. */
  readonly guard: DataKeyGuard | null;
}

type Op = 'generate' | 'sign' | 'destroy' | 'guard' | 'unguard';

/** @returns a function that makes the same store, with the time that its calls take in the metrics */
export function watchKeyStore(
  metrics: Metrics,
): (place: OutsidePlace, opened: OpenedKeyStore) => OpenedKeyStore {
  const observe = metrics.durations(
    'key_store_duration_seconds',
    'Time of a key store outside the database to generate, sign with or destroy a key, or to encrypt (guard) or decrypt a data key, by result',
    ['store', 'op', 'result'],
  );
  return (place, { store, guard }) => {
    async function timed<Result>(op: Op, work: () => Promise<Result>): Promise<Result> {
      const began = performance.now();
      const end = (result: string): void => observe([place, op, result], (performance.now() - began) / 1000);
      try {
        const done = await work();
        end('ok');
        return done;
      } catch (error) {
        const isAway = error instanceof CustodyError && error.reason === 'KEY_STORE_UNAVAILABLE';
        end(isAway ? 'unavailable' : 'refused');
        throw error;
      }
    }
    const watched: OutsideKeyStore = {
      generate: (label, algorithm) => timed('generate', () => store.generate(label, algorithm)),
      sign: (key, data) => timed('sign', () => store.sign(key, data)),
      destroy: (reference) => timed('destroy', () => store.destroy(reference)),
      check: () => store.check(),
      close: () => store.close(),
    };
    return { store: watched, guard: guard === null ? null : watchGuard(guard, timed) };
  };
}

function watchGuard(
  guard: DataKeyGuard,
  timed: <Result>(op: Op, work: () => Promise<Result>) => Promise<Result>,
): DataKeyGuard {
  return {
    generateGuardKey: (label) => timed('generate', () => guard.generateGuardKey(label)),
    guard: (reference, plain) => timed('guard', () => guard.guard(reference, plain)),
    unguard: (reference, guarded) => timed('unguard', () => guard.unguard(reference, guarded)),
  };
}
