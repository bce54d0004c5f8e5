import type { SigningCallbacks } from '../sign/sign-document.js';
import type { JobKind, JobOf, Outcome } from './engine-protocol.js';
import type { EngineRunner } from './engine-runner.js';

/** The queue is full: the caller may retry after a moment (HTTP 503 with Retry-After). Nothing was done. */
export class EngineBusy extends Error {
  constructor() {
    super('too many documents are being worked on');
    this.name = 'EngineBusy';
  }
}

/** A job failed because of the program, or for a reason unrelated to its input. */
export class EngineFailed extends Error {
  constructor(
    readonly reason: 'DEADLINE' | 'MEMORY' | 'PROCESSOR_TIME' | 'CRASHED' | 'FAILED' | 'CLOSED',
    readonly detail: string,
  ) {
    super(`${reason}: ${detail}`);
    this.name = 'EngineFailed';
  }
}

/**
 * Whether a job exceeded its time limit: the machine has too much to do, or what signs is slow. The caller may retry (HTTP
 * 503); a file of others that exceeds the limit is refused instead, as DocumentRefused.
 */
export function isLate(error: unknown): boolean {
  return error instanceof EngineFailed && error.reason === 'DEADLINE';
}

export interface PoolLimits {
  /** Concurrent jobs. */
  readonly workers: number;
  /** Limit of waiting jobs. */
  readonly queueLength: number;
  /** Limit of waiting documents in bytes, so that a queue of large files cannot exhaust the memory. */
  readonly queueBytes: number;
  /** ms from the start of a job to its end. */
  readonly deadline: number;
}

/** Request to a pool. */
export interface PoolRequest<K extends JobKind> {
  /** Called when a worker is free, so that a waiting job need not hold its document in memory. */
  readonly load: () => Promise<JobOf<K>>;
  /** Bytes held while the job waits. */
  readonly bytes: number;
  readonly signing: SigningCallbacks | null;
}

interface WaitingJob {
  readonly bytes: number;
  /** Runs the job until the runner is free again, or has ended; resolves with the caller's result. */
  start(runner: EngineRunner): Promise<() => void>;
  refuse(error: Error): void;
}

/**
 * Runners of one kind with a bounded FIFO queue of their own. Pools share only the machine: a job never waits for a job
 * of another pool. Runners are started on demand.
 */
export class EnginePool {
  readonly #limits: PoolLimits;
  readonly #startRunner: () => EngineRunner;
  readonly #idle: EngineRunner[] = [];
  readonly #waiting: WaitingJob[] = [];
  readonly #runners = new Set<EngineRunner>();
  #waitingBytes = 0;
  #running = 0;
  #closed = false;

  constructor(limits: PoolLimits, startRunner: () => EngineRunner) {
    this.#limits = limits;
    this.#startRunner = startRunner;
  }

  /** Number of waiting jobs. */
  get queueDepth(): number {
    return this.#waiting.length;
  }

  /** Number of running jobs. */
  get running(): number {
    return this.#running;
  }

  /** Whether the next job without bytes would be refused. */
  get isFull(): boolean {
    return this.#isFullFor(0);
  }

  /**
   * Throws EngineBusy if the queue is full, EngineFailed (CLOSED) after the pool was closed, and errors of `load`;
   * every other result of a job is an outcome.
   */
  perform<K extends JobKind>({ load, bytes, signing }: PoolRequest<K>): Promise<Outcome<K>> {
    if (this.#closed) return Promise.reject(closed());
    if (this.#isFullFor(bytes)) return Promise.reject(new EngineBusy());

    return new Promise((resolve, reject) => {
      this.#waitingBytes += bytes;
      this.#waiting.push({
        bytes,
        refuse: reject,
        start: async (runner) => {
          let job: JobOf<K>;
          try {
            job = await load();
          } catch (error) {
            return () => reject(error);
          }
          const outcome = await runner.run(job, this.#limits.deadline, signing);
          const ended = this.#closed && outcome.type !== 'done';
          return () => (ended ? reject(closed()) : resolve(outcome));
        },
      });
      this.#startWaiting();
    });
  }

  /** Ends all runners. Waiting and running jobs fail with EngineFailed (CLOSED). */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#waiting.splice(0)) job.refuse(closed());
    this.#waitingBytes = 0;
    await Promise.all([...this.#runners].map((runner) => runner.end()));
    this.#runners.clear();
    this.#idle.length = 0;
  }

  #isFullFor(bytes: number): boolean {
    const { queueLength, queueBytes, workers } = this.#limits;
    const runnerIsFree = this.#waiting.length === 0 && this.#running < workers;
    const queueIsFull = this.#waiting.length >= queueLength || this.#waitingBytes + bytes > queueBytes;
    return queueIsFull && !runnerIsFree;
  }

  #startWaiting(): void {
    while (!this.#closed && this.#running < this.#limits.workers) {
      const job = this.#waiting.shift();
      if (job === undefined) return;
      this.#waitingBytes -= job.bytes;
      void this.#start(job);
    }
  }

  async #start(job: WaitingJob): Promise<void> {
    this.#running += 1;
    const runner = this.#takeIdle() ?? this.#addRunner();
    const tellCaller = await job.start(runner);
    this.#running -= 1;
    if (runner.alive) this.#idle.push(runner);
    else this.#runners.delete(runner);
    this.#startWaiting();
    tellCaller();
  }

  #takeIdle(): EngineRunner | null {
    for (let runner = this.#idle.pop(); runner !== undefined; runner = this.#idle.pop()) {
      if (runner.alive) return runner;
      this.#runners.delete(runner);
    }
    return null;
  }

  #addRunner(): EngineRunner {
    const runner = this.#startRunner();
    this.#runners.add(runner);
    return runner;
  }
}

function closed(): EngineFailed {
  return new EngineFailed('CLOSED', 'the engine was closed');
}
