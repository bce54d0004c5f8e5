/**
 * Registry of job names and their payload types. An area adds its own where it defines the handler:
 *
 *     declare module '../../jobs/tasks.js' {
 *       interface JobPayloads { 'flows.expire': { flowId: number } }
 *     }
 *
 * Payloads are JSON and small: ids, no contents. A job runs at least once, so a handler first checks whether its work
 * is still to be done.
 */
export interface JobPayloads {
  'outbox.relay': { readonly stream: string };
  'outbox.sweep': Record<never, never>;
}

export type JobName = keyof JobPayloads & string;

/** One run of a job. */
export interface JobRun {
  /** The service's time at the start of the run. */
  readonly now: Date;
  /** 1 at the first attempt. */
  readonly attempt: number;
  /** Aborted when the process is about to end: stop, and throw; the job runs again elsewhere. */
  readonly signal: AbortSignal;
}

export interface JobDefinition {
  readonly name: string;
  readonly run: (payload: unknown, run: JobRun) => Promise<void>;
}

/** Binds a job's name to its handler. If the handler throws, the job is retried later, up to 25 times. */
export function defineJob<N extends JobName>(
  name: N,
  handle: (payload: JobPayloads[N], run: JobRun) => Promise<void>,
): JobDefinition {
  // Only enqueue() writes rows under this name, and it accepts nothing else.
  return Object.freeze({
    name,
    run: (payload: unknown, run: JobRun) => handle(payload as JobPayloads[N], run),
  });
}

/** A job without a payload. */
export type SweepName = { [N in JobName]: Record<never, never> extends JobPayloads[N] ? N : never }[JobName];

/** A periodic job, which also runs whenever the clock was moved; never two runs at a time. */
export interface Sweep {
  readonly name: SweepName;
  /** 1 to 59. */
  readonly everyMinutes: number;
}
