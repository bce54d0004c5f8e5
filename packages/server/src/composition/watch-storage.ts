import type { Metrics } from '../http/metrics.js';
import type { BlobBackend } from '../storage/blob-backend.js';

/** The same backend, with the time that its calls take in the metrics. */
export function watchStorage(backend: BlobBackend, metrics: Metrics): BlobBackend {
  const observe = metrics.durations(
    'storage_duration_seconds',
    'Time to write, read or delete a file, by result',
    ['op', 'result'],
  );
  async function timed<Result>(op: 'put' | 'get' | 'delete', work: () => Promise<Result>): Promise<Result> {
    const began = performance.now();
    const end = (result: 'ok' | 'failed'): void => observe([op, result], (performance.now() - began) / 1000);
    try {
      const done = await work();
      end('ok');
      return done;
    } catch (error) {
      end('failed');
      throw error;
    }
  }
  return {
    put: (name, content) => timed('put', () => backend.put(name, content)),
    get: (name) => timed('get', () => backend.get(name)),
    delete: (name, condition) => timed('delete', () => backend.delete(name, condition)),
    list: (beginning) => backend.list(beginning),
    tidy: () => backend.tidy(),
  };
}
