import type { ToRead, WorkerAnswer } from './read-worker.js';
import { type SourceTable, Unreadable } from './source-table.js';

/** Long enough for the largest table on a slow computer. */
const TIME_LIMIT_MS = 60_000;

/** @throws Unreadable */
export function readInWorker(asked: ToRead): Promise<SourceTable> {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url));
  return new Promise<SourceTable>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Unreadable('tooLarge')), TIME_LIMIT_MS);
    worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
      clearTimeout(timer);
      if ('table' in data) resolve(data.table);
      else reject(new Unreadable(data.trouble));
    };
    worker.onerror = () => {
      clearTimeout(timer);
      reject(new Unreadable('damaged'));
    };
    worker.postMessage(asked);
  }).finally(() => worker.terminate());
}
