import { EventEmitter } from 'node:events';
import {
  type JobHelpers,
  type ParsedCronItem,
  parseCronItems,
  type Runner,
  run,
  runOnce,
  type SharedOptions,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import { AdjustableClock, type Clock, type ClockSetting } from '../clock.js';
import { loadClockSetting } from '../database/clock-offset.js';
import { directly, type OpenDatabase, openDatabase } from '../database/connect.js';
import { keepSession } from '../database/kept-session.js';
import type { MessageLog } from '../database/message-log.js';
import { forgetLaterSweeps } from './later-sweeps.js';
import { MachineClock } from './machine-clock.js';
import { freeJobsOf, openPresence, type Presence, reclaimOrphans } from './presence.js';
import { OutboxRelay, type OutboxRelayOptions } from './relay.js';
import type { JobDefinition, Sweep } from './tasks.js';
import { workerLogger } from './worker-logger.js';
import { WORKER_SCHEMA } from './worker-schema.js';

export interface JobsOptions {
  readonly database: OpenDatabase;
  readonly clock: Clock;
  readonly log: MessageLog;
  readonly definitions: readonly JobDefinition[];
  readonly sweeps: readonly Sweep[];
  /** The events to be delivered; by default none. */
  readonly outbox?: OutboxRelayOptions;
  /** Concurrent jobs; default 4. */
  readonly concurrency?: number;
  /** Called around every job, for traces. */
  readonly around?: AroundJob;
}

type AroundJob = (name: string, run: () => Promise<void>) => Promise<void>;

export interface JobRunner {
  /** Starts processing jobs. Not called in a process that only serves requests. */
  start(): Promise<void>;
  /** Runs, or waits for, all due jobs. @throws Error after two minutes */
  drain(): Promise<void>;
  /** Stops taking jobs, lets running ones finish (aborted after five seconds), and closes the connections. */
  stop(): Promise<void>;
}

/** Jobs that finish within this time are recorded together. */
const COMPLETION_MS = 25;

/**
 * Without these delays the worker records a finished job in a promise that nobody awaits: stopping would interrupt it,
 * and an unavailable database would end the process with an unhandled rejection.
 */
const completion = { completeJobBatchDelay: COMPLETION_MS, failJobBatchDelay: 0 };

/** Jobs are fetched together: those that a slow one keeps waiting are given back after `ttl`. */
const localQueue = {
  size: 16,
  ttl: 2_000,
  refetchDelay: { durationMs: 100, threshold: 16, maxAbortThreshold: 64 },
};

/** Jobs of a killed process run again within half a minute. */
const RECLAIM_MS = 15_000;
const RESTART_MS = 1_000;
const DRAIN_MS = 120_000;

export function createJobRunner(options: JobsOptions): JobRunner {
  return new GraphileRunner(options);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

class GraphileRunner implements JobRunner {
  readonly #clock: Clock;
  readonly #log: MessageLog;
  readonly #concurrency: number;
  readonly #around: AroundJob;
  readonly #tasks: TaskList;
  readonly #names: readonly string[];
  readonly #cron: ParsedCronItem[];
  /** Separate connections: a burst of requests must not starve the jobs, nor vice versa. */
  readonly #database: OpenDatabase;
  readonly #relay: OutboxRelay | null;
  readonly #machineClock = new MachineClock();
  /** The clock as read after the present jobs were fetched. */
  #clockRead: Promise<ClockSetting> | undefined;
  #presence: Promise<Presence> | undefined;
  #runner: Runner | undefined;
  #reclaiming: NodeJS.Timeout | undefined;
  #stopping = false;
  #restarting: Promise<void> | undefined;
  #freeing: Promise<void> | undefined;

  constructor(options: JobsOptions) {
    this.#clock = options.clock;
    this.#log = options.log;
    this.#concurrency = options.concurrency ?? 4;
    this.#around = options.around ?? ((_name, run) => run());
    this.#names = options.definitions.map((definition) => definition.name);
    this.#tasks = this.#bindTasks(options.definitions);
    this.#cron = parseCronItems(
      options.sweeps.map((sweep) => ({
        task: sweep.name,
        match: `*/${sweep.everyMinutes} * * * *`,
        identifier: sweep.name,
        // A queue of its own, so that a sweep longer than its interval does not overlap with the next one.
        options: { jobKey: sweep.name, queueName: sweep.name, backfillPeriod: 0 },
      })),
    );
    // It listens, and its presence is a lock of its session.
    this.#database = openDatabase({
      ...directly(options.database.options),
      // Used besides the jobs themselves: listening, presence, and fetching the next jobs.
      max: this.#concurrency + 4,
      applicationName: 'cinnabar jobs',
    });
    this.#relay =
      options.outbox === undefined
        ? null
        : new OutboxRelay(options.outbox, () => this.#timeOfRelay(), this.#log);
  }

  #bindTasks(definitions: readonly JobDefinition[]): TaskList {
    const tasks: TaskList = {};
    for (const definition of definitions) {
      if (definition.name in tasks) throw new Error(`two handlers for the job ${definition.name}`);
      tasks[definition.name] = async (payload: unknown, helpers: JobHelpers) => {
        const now = await this.#currentTime();
        const { abortSignal: signal, job } = helpers;
        await this.#around(definition.name, () =>
          definition.run(payload, { now, attempt: job.attempts, signal }),
        );
      };
    }
    return tasks;
  }

  /**
   * The sandbox clock may have been moved by another process. Jobs that were fetched together follow it by one query,
   * which sees every move that made one of them due.
   */
  async #currentTime(): Promise<Date> {
    if (this.#clock instanceof AdjustableClock) this.#clock.follow(await this.#readClock());
    return this.#clock.now();
  }

  #timeOfRelay(): Promise<Date> {
    this.#forgetClock();
    return this.#currentTime();
  }

  #readClock(): Promise<ClockSetting> {
    if (this.#clockRead !== undefined) return this.#clockRead;
    const reading = loadClockSetting(this.#database.db);
    this.#clockRead = reading;
    reading.catch(() => {
      if (this.#clockRead === reading) this.#clockRead = undefined;
    });
    return reading;
  }

  #forgetClock(): void {
    this.#clockRead = undefined;
  }

  async start(): Promise<void> {
    await this.#reclaim();
    await this.#startRunner();
    this.#relay?.start();
    // Once more after locks that were fresh at startup have aged, then regularly.
    const again = setTimeout(() => void this.#reclaim(), 3_000);
    again.unref();
    this.#reclaiming = setInterval(() => {
      this.#followMachineClock();
      void this.#reclaim();
    }, RECLAIM_MS);
    this.#reclaiming.unref();
  }

  /** The worker would wait for the minute that its clock had reached before it makes sweeps due again. */
  #followMachineClock(): void {
    const step = this.#machineClock.step();
    if (step === 0) return;
    const seconds = Math.round(Math.abs(step) / 1000);
    this.#log.warn(`jobs: the machine's clock was set ${step < 0 ? 'back' : 'forward'} by ${seconds} s`);
    if (step < 0 && this.#runner !== undefined) this.#restart(this.#runner, 'the clock was set back');
  }

  async #startRunner(): Promise<void> {
    // The clock of the machine, by which the worker makes sweeps due.
    const machineTime = new Date(this.#clock.now().getTime() - this.#clock.offsetMs);
    await forgetLaterSweeps(this.#database.pool, WORKER_SCHEMA, machineTime);
    const runner = await run(
      {
        ...this.#shared({ localQueue }),
        concurrency: this.#concurrency,
        noHandleSignals: true,
        pollInterval: 1_000,
      },
      this.#tasks,
      this.#cron,
    );
    this.#runner = runner;
    // The worker ends by itself if the database is unavailable for too long.
    runner.promise.then(
      () => this.#restart(runner, 'the connection was lost'),
      () => this.#restart(runner, 'the connection was lost'),
    );
    const presence = await this.#present();
    void presence.lost.then(() => {
      // Statements of the worker on other connections would keep it from stopping until they fail, too.
      if (this.#runner === runner) this.#database.endUsed();
      this.#restart(runner, 'the connection was lost');
    });
  }

  #shared(worker: { readonly localQueue?: typeof localQueue } = {}): SharedOptions {
    return {
      pgPool: this.#database.pool,
      schema: WORKER_SCHEMA,
      logger: workerLogger(this.#log),
      events: this.#registering(worker.localQueue !== undefined),
      preset: { worker: { ...completion, ...worker } },
    };
  }

  /** Each pool of workers locks its jobs under a unique name, which must be registered as alive. */
  #registering(together: boolean): WorkerEvents {
    const events: WorkerEvents = new EventEmitter();
    events.on(together ? 'localQueue:getJobs:complete' : 'job:start', () => this.#forgetClock());
    events.on('pool:create', ({ workerPool }) => {
      this.#present()
        .then((presence) => presence.register(workerPool.id))
        .catch((error: unknown) => this.#report('cannot register as alive', error));
    });
    let leave = () => {};
    events.on('pool:listen:success', ({ client }) => {
      leave = keepSession(client);
    });
    events.on('pool:listen:release', () => leave());
    events.on('localQueue:setMode', ({ localQueue: queue, newMode }) => {
      // A queue that ends with fetched jobs gives them back in a promise that nobody awaits; without a database, its
      // rejection would end the process.
      if (newMode === 'RELEASED') queue.jobQueue.splice(0);
    });
    events.on('pool:release', ({ workerPool }) => {
      this.#freeing = this.#free(workerPool.id);
    });
    return events;
  }

  #present(): Promise<Presence> {
    if (this.#presence !== undefined) return this.#presence;
    const opening = openPresence(this.#database.pool);
    this.#presence = opening;
    const forget = () => {
      if (this.#presence === opening) this.#presence = undefined;
    };
    opening.then((presence) => presence.lost.then(forget), forget);
    return opening;
  }

  /** Gives back what a pool of workers that has ended had fetched. Without a database its jobs are reclaimed later. */
  async #free(workerName: string): Promise<void> {
    try {
      await freeJobsOf(this.#database.pool, WORKER_SCHEMA, workerName);
      // If the session has ended, so has the registration.
      await (await this.#presence)?.unregister(workerName);
    } catch (error) {
      this.#report('cannot give back jobs', error);
    }
  }

  /** Restarts under a new name, whether the workers or only their presence was lost. */
  #restart(ended: Runner, reason: string): void {
    if (this.#stopping || this.#runner !== ended) return;
    this.#runner = undefined;
    this.#log.warn(`jobs: ${reason}, starting again`);
    this.#restarting = this.#restartUntilItWorks(ended);
  }

  async #restartUntilItWorks(ended: Runner): Promise<void> {
    await ended.stop().catch(() => undefined);
    while (!this.#stopping) {
      try {
        await this.#startRunner();
        await this.#reclaim();
        return;
      } catch (error) {
        this.#report('cannot start', error);
        await pause(RESTART_MS);
      }
    }
  }

  async #reclaim(): Promise<void> {
    try {
      const workers = await reclaimOrphans(this.#database.pool, WORKER_SCHEMA);
      if (workers > 0) this.#log.warn(`jobs: took over the jobs of ${workers} workers that had died`);
    } catch (error) {
      this.#report('cannot look for orphaned jobs', error);
    }
  }

  #report(what: string, error: unknown): void {
    if (this.#stopping) return;
    this.#log.warn(`jobs: ${what}: ${error instanceof Error ? error.message : String(error)}`);
  }

  async drain(): Promise<void> {
    const deadline = performance.now() + DRAIN_MS;
    for (;;) {
      await this.#relay?.deliverAll();
      const { due, running } = await this.#countUnfinished();
      // Jobs publish events too, possibly since the last delivery.
      if (due === 0 && running === 0 && (await this.#relay?.isWaiting()) !== true) return;
      if (performance.now() > deadline) {
        throw new Error(`${due} jobs are still due and ${running} running after ${DRAIN_MS / 1000} seconds`);
      }
      if (due > 0) await runOnce({ ...this.#shared(), concurrency: 1, noHandleSignals: true }, this.#tasks);
      if (running > 0) {
        // Due jobs may wait for running ones.
        await pause(10);
        await this.#reclaim();
      }
    }
  }

  async #countUnfinished(): Promise<{ due: number; running: number }> {
    // Only jobs known to this version: waiting for others would never end.
    const result = await this.#database.pool.query<{ due: number; running: number }>(
      `select
         count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now()) as due,
         count(*) filter (where locked_at is not null) as running
       from ${WORKER_SCHEMA}.jobs where task_identifier = any($1)`,
      [this.#names],
    );
    return result.rows[0] ?? { due: 0, running: 0 };
  }

  async stop(): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    clearInterval(this.#reclaiming);
    await this.#restarting;
    await this.#relay?.stop();
    await this.#runner?.stop().catch(() => undefined);
    await this.#freeing;
    await this.#presence?.then((presence) => presence.end()).catch(() => undefined);
    await this.#database.close();
  }
}
