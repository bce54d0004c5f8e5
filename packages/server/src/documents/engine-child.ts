import { OUT_OF_MEMORY } from './engine-process.js';
import type { FromProcess, JobKind, ToProcess, WorkerSettings } from './engine-protocol.js';
import { EngineWorker } from './engine-worker.js';

/**
 * The process behind EngineProcess. Its main thread only passes jobs on and watches the memory, so that it stays
 * awake whatever the thread that does the work is made to do.
 */

/** ms between two looks at the memory: a parser fills some 20 MB in this time. */
const WATCH_INTERVAL = 20;
/** MiB: what a process may still hold after a job to be given another one. */
const KEPT_MEMORY = 300;
const MEBIBYTE = 1024 * 1024;

const { settings, memory }: { settings: WorkerSettings; memory: number } = JSON.parse(
  process.argv[2] ?? '{}',
);
const worker = new EngineWorker(settings, { memory });
let watching: NodeJS.Timeout | null = null;

process.on('message', (message: ToProcess<JobKind>) => void answer(message));
// The service is gone, even if it was killed.
process.on('disconnect', () => process.exit());
// The terminal interrupts the whole group; the service decides when its jobs end.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

async function answer({ job, deadline }: ToProcess<JobKind>): Promise<void> {
  watching = setInterval(endWhenTooLarge, WATCH_INTERVAL);
  const outcome = await worker.run(job, deadline, null);
  clearInterval(watching);
  const last = !worker.alive || process.memoryUsage.rss() > KEPT_MEMORY * MEBIBYTE;
  process.send?.({ outcome, last } satisfies FromProcess<JobKind>, () => {
    if (last) process.exit();
  });
}

function endWhenTooLarge(): void {
  if (process.memoryUsage.rss() > memory * MEBIBYTE) process.exit(OUT_OF_MEMORY);
}
