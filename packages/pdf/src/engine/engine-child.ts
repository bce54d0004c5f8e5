import { OUT_OF_MEMORY, OUT_OF_PROCESSOR_TIME, type ProcessLimits } from './engine-process.js';
import type { FromProcess, JobKind, ToProcess, WorkerSettings } from './engine-protocol.js';
import { EngineWorker } from './engine-worker.js';

/**
 * The process behind EngineProcess. Its main thread only forwards jobs and monitors memory and processor time, so it
 * stays responsive whatever a job does to the worker thread.
 */

/** Interval of checks, ms: a parser allocates about 20 MB in this time. */
const WATCH_INTERVAL = 20;
/** MiB that a process may still hold after a job to be reused. */
const KEPT_MEMORY = 300;
const MEBIBYTE = 1024 * 1024;
/** Native code has read a possibly malicious file: its process is not reused for another file. */
const TAINTING: ReadonlySet<JobKind> = new Set(['secondOpinion']);

const { settings, limits }: { settings: WorkerSettings; limits: ProcessLimits } = JSON.parse(
  process.argv[2] ?? '{}',
);
const worker = new EngineWorker(settings, { memory: limits.memory });

process.on('message', (message: ToProcess<JobKind>) => void answer(message));
// The service has ended, even if it was killed.
process.on('disconnect', () => process.exit());
// Ctrl-C reaches the whole group; the service decides when its jobs end.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

async function answer({ job, deadline }: ToProcess<JobKind>): Promise<void> {
  const before = process.cpuUsage();
  const watching = setInterval(() => endBeyondLimits(before), WATCH_INTERVAL);
  const outcome = await worker.run(job, deadline, null);
  clearInterval(watching);
  const isLarge = process.memoryUsage.rss() > KEPT_MEMORY * MEBIBYTE;
  const last = !worker.alive || isLarge || TAINTING.has(job.kind);
  process.send?.({ outcome, last } satisfies FromProcess<JobKind>, () => {
    if (last) process.exit();
  });
}

function endBeyondLimits(before: NodeJS.CpuUsage): void {
  if (process.memoryUsage.rss() > limits.memory * MEBIBYTE) process.exit(OUT_OF_MEMORY);
  if (limits.processorTime === null) return;
  const { user, system } = process.cpuUsage(before);
  if ((user + system) / 1000 > limits.processorTime) process.exit(OUT_OF_PROCESSOR_TIME);
}
