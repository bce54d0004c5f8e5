import { CustodyError } from '../custody/custody-error.js';
import type { OutsideKeyStore, OutsidePlace } from '../custody/outside-key-store.js';
import type { Metrics } from '../http/metrics.js';

/** @returns a function that makes the same store, with the time that its calls take in the metrics */
export function watchKeyStore(
  metrics: Metrics,
): (place: OutsidePlace, store: OutsideKeyStore) => OutsideKeyStore {
  const observe = metrics.durations(
    'key_store_duration_seconds',
    'Time of a key store outside the database to generate, sign with or destroy a key, by result',
    ['store', 'op', 'result'],
  );
  return (place, store) => {
    async function timed<Result>(
      op: 'generate' | 'sign' | 'destroy',
      work: () => Promise<Result>,
    ): Promise<Result> {
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
    return {
      generate: (label, algorithm) => timed('generate', () => store.generate(label, algorithm)),
      sign: (key, data) => timed('sign', () => store.sign(key, data)),
      destroy: (reference) => timed('destroy', () => store.destroy(reference)),
      check: () => store.check(),
      close: () => store.close(),
    };
  };
}
