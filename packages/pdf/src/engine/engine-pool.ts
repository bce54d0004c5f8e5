import type { SigningCallbacks } from '../sign/sign-document.js';
import type { JobKind, JobOf, Outcome } from './engine-protocol.js';
import type { EngineRunner } from './engine-runner.js';

/** The queue is full: the caller may come back after a moment (HTTP 503 with Retry-After). Nothing was done. */
export class EngineBusy extends Error {
  constructor() {
    super('too many documents are being worked on');
    this.name = 'EngineBusy';
  }
}

/** A job failed through no fault of its input that is known, or through a fault of the program. */
export class EngineFailed extends Error {
  constructor(
    readonly reason: 'DEADLINE' | 'MEMORY' | 'PROCESSOR_TIME' | 'CRASHED' | 'FAILED' | 'CLOSED',
    readonly detail: string,
  ) {
    super(`${reason}: ${detail}`);
    this.name = 'EngineFailed';
  }
}

export interface PoolLimits {
  /** Jobs that run at once. */
  readonly workers: number;
  /** Jobs that may wait besides those that run. */
  readonly queueLength: number;
  /** Bytes of documents that may wait, so that a queue of large files cannot take all memory. */
  readonly queueBytes: number;
  /** ms from the start of a job to its end. */
  readonly deadline: number;
}

/** Request to a pool. */
export interface PoolRequest<K extends JobKind> {
  /** Called when a worker is free, so that what waits need not hold its document in memory. */
  readonly load: () => Promise<JobOf<K>>;
  /** Bytes that are held while the job waits. */
  readonly bytes: number;
  readonly signing: SigningCallbacks | null;
}

interface WaitingJob {
  readonly bytes: number;
  /** Runs the job until the runner is free again, or gone; answers what tells the caller. */
  start(runner: EngineRunner): Promise<() => void>;
  refuse(error: Error): void;
}

/**
 * Runners of one kind with a bounded queue of their own, first come, first served. Pools share only the machine:
 * whatever waits in one never waits for a job of another. Runners are started when they are needed.
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

  /** Jobs that wait for a runner. */
  get queueDepth(): number {
    return this.#waiting.length;
  }

  /** Jobs that have a runner. */
  get running(): number {
    return this.#running;
  }

  /** The next job without bytes would be refused. */
  get isFull(): boolean {
    return this.#isFullFor(0);
  }

  /**
   * Throws EngineBusy when the queue is full, EngineFailed (CLOSED) after the pool was closed, and what `load` throws;
   * everything else that may become of a job is an outcome.
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

  /** Ends all runners. Jobs that wait or run fail with EngineFailed (CLOSED). */
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
