import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { AdjustableClock } from '@cinnabar/server/clock.js';
import { loadClockSetting } from '@cinnabar/server/database/clock-offset.js';
import { type OpenDatabase, openDatabase } from '@cinnabar/server/database/connect.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { advanceClock, resetClock } from '@cinnabar/server/jobs/advance-clock.js';
import { enqueue } from '@cinnabar/server/jobs/queue.js';
import { createJobRunner, type JobRunner } from '@cinnabar/server/jobs/runner.js';
import { defineJob, type JobDefinition, type Sweep } from '@cinnabar/server/jobs/tasks.js';
import { WORKER_SCHEMA } from '@cinnabar/server/jobs/worker-schema.js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { proxyTo } from '../support/database-proxy.js';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';

declare module '@cinnabar/server/jobs/tasks.js' {
  interface JobPayloads {
    'test.expire': { readonly flow: number };
    'test.chain': { readonly left: number };
    'test.sweep': Record<never, never>;
  }
}

const DAY = 24 * 3_600_000;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

let fresh: FreshDatabase;
let database: OpenDatabase;
let clock: AdjustableClock;
let runners: JobRunner[];

beforeEach(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ address: fresh.address });
  clock = new AdjustableClock();
  runners = [];
});

afterEach(async () => {
  for (const runner of runners) await runner.stop();
  vi.useRealTimers();
  await database.close();
  await fresh.drop();
});

function createRunner(definitions: readonly JobDefinition[], sweeps: readonly Sweep[] = []): JobRunner {
  const runner = createJobRunner({ database, clock, log: silent, definitions, sweeps });
  runners.push(runner);
  return runner;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function pendingJobs(): Promise<unknown[]> {
  const result = await database.pool.query(`select task_identifier as name, key from ${WORKER_SCHEMA}.jobs`);
  return result.rows;
}

const TIMERS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;

/** Whether the worker that holds the job has died, as others may notice after two seconds. */
async function orphaned(): Promise<boolean> {
  const { rows } = await database.pool.query<{ orphaned: boolean }>(
    `select locked_at < clock_timestamp() - interval '2 seconds'
              and pg_try_advisory_xact_lock(4701, hashtext(locked_by)) as orphaned
       from ${WORKER_SCHEMA}._private_jobs`,
  );
  return rows.some((row) => row.orphaned);
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(5);
}

/** A runner of four jobs at once that has fetched eight, of which four run until `finish`. */
async function busyRunner(of: OpenDatabase) {
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const begun: number[] = [];
  const complaints: string[] = [];
  const note = (message: unknown) => void complaints.push(String(message));
  const definitions = [
    defineJob('test.expire', async ({ flow }) => {
      begun.push(flow);
      await finished;
    }),
  ];
  const log = { info: () => undefined, warn: note, error: note };
  const runner = createJobRunner({ database: of, clock, log, definitions, sweeps: [] });
  runners.push(runner);
  for (let flow = 0; flow < 8; flow += 1) await enqueue(of.db, 'test.expire', { flow });
  await runner.start();
  await until(() => begun.length === 4);
  return { runner, finish, complaints };
}

describe('a job', () => {
  test('exists only if the transaction that added it commits', async () => {
    await expect(
      transact(database.db, async (tx) => {
        await enqueue(tx, 'test.expire', { flow: 1 });
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    expect(await pendingJobs()).toEqual([]);

    await transact(database.db, (tx) => enqueue(tx, 'test.expire', { flow: 2 }));
    expect(await pendingJobs()).toEqual([{ name: 'test.expire', key: null }]);
  });

  test('without a time runs at once with its payload, and is then removed', async () => {
    const ran: number[] = [];
    const runner = createRunner([defineJob('test.expire', async ({ flow }) => void ran.push(flow))]);
    await runner.start();
    await enqueue(database.db, 'test.expire', { flow: 7 });
    await until(() => ran.length > 0);
    await runner.drain();
    expect(ran).toEqual([7]);
    expect(await pendingJobs()).toEqual([]);
  });

  test('is replaced by a later one with the same key', async () => {
    const ran: number[] = [];
    const runner = createRunner([defineJob('test.expire', async ({ flow }) => void ran.push(flow))]);
    await enqueue(database.db, 'test.expire', { flow: 1 }, { key: 'expire:a' });
    await enqueue(database.db, 'test.expire', { flow: 2 }, { key: 'expire:a' });
    await runner.drain();
    expect(ran).toEqual([2]);
  });

  test('that throws is retried', async () => {
    const attempts: number[] = [];
    const runner = createRunner([
      defineJob('test.expire', async (_payload, { attempt }) => {
        attempts.push(attempt);
        if (attempt === 1) throw new Error('the provider is away');
      }),
    ]);
    await enqueue(database.db, 'test.expire', { flow: 1 });
    await runner.drain();
    expect(attempts).toEqual([1]);
    // The retry is due some seconds later; the moved clock brings it forward.
    await advanceClock({ database, clock, jobs: runner, sweeps: [] }, 60_000);
    expect(attempts).toEqual([1, 2]);
    expect(await pendingJobs()).toEqual([]);
  });

  test('has one handler', () => {
    const handler = defineJob('test.expire', async () => undefined);
    expect(() =>
      createJobRunner({ database, clock, log: silent, definitions: [handler, handler], sweeps: [] }),
    ).toThrow('two handlers for the job test.expire');
  });
});

describe('the clock', () => {
  test('moved forward runs everything due by then before it responds, at the new time, and nothing else', async () => {
    const ran: [number, Date][] = [];
    const runner = createRunner([
      defineJob('test.expire', async ({ flow }, { now }) => {
        await pause(30);
        ran.push([flow, now]);
      }),
    ]);
    await runner.start();
    const start = clock.now();
    for (const days of [1, 2, 3, 30]) {
      await enqueue(
        database.db,
        'test.expire',
        { flow: days },
        { at: new Date(start.getTime() + days * DAY) },
      );
    }
    await advanceClock({ database, clock, jobs: runner, sweeps: [] }, 5 * DAY);
    expect(ran.map(([flow]) => flow).sort()).toEqual([1, 2, 3]);
    for (const [, now] of ran) expect(now.getTime()).toBeGreaterThanOrEqual(start.getTime() + 5 * DAY);

    await advanceClock({ database, clock, jobs: runner, sweeps: [] }, 24 * DAY);
    expect(ran.length).toBe(3);
    await advanceClock({ database, clock, jobs: runner, sweeps: [] }, 2 * DAY);
    expect(ran.length).toBe(4);
  });

  test('applies to jobs added after it was moved', async () => {
    const ran: number[] = [];
    const runner = createRunner([defineJob('test.expire', async ({ flow }) => void ran.push(flow))]);
    await advanceClock({ database, clock, jobs: runner, sweeps: [] }, 90 * DAY);
    const at = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds);
    await enqueue(database.db, 'test.expire', { flow: 1 }, { at: at(-1000) });
    await enqueue(database.db, 'test.expire', { flow: 2 }, { at: at(DAY) });
    await runner.drain();
    expect(ran).toEqual([1]);
  });

  test('waits for jobs already running and for those that they add', async () => {
    const done: number[] = [];
    const runner = createRunner([
      defineJob('test.chain', async ({ left }) => {
        await pause(100);
        // Before the next one exists, which may run at once.
        done.push(left);
        if (left > 0) await enqueue(database.db, 'test.chain', { left: left - 1 });
      }),
    ]);
    await runner.start();
    await enqueue(database.db, 'test.chain', { left: 3 });
    await pause(50);
    await advanceClock({ database, clock, jobs: runner, sweeps: [] }, 1000);
    expect(done).toEqual([3, 2, 1, 0]);
  });

  test('includes a job whose transaction commits while it is being moved', async () => {
    const ran: number[] = [];
    const runner = createRunner([defineJob('test.expire', async ({ flow }) => void ran.push(flow))]);
    const at = new Date(clock.now().getTime() + DAY);
    let advanced: Promise<Date> | undefined;
    await transact(database.db, async (tx) => {
      await enqueue(tx, 'test.expire', { flow: 1 }, { at });
      advanced = advanceClock({ database, clock, jobs: runner, sweeps: [] }, 2 * DAY);
      await pause(100);
    });
    await advanced;
    expect(ran).toEqual([1]);
  });

  test('runs every sweep when it is moved', async () => {
    let swept = 0;
    const sweep: Sweep = { name: 'test.sweep', everyMinutes: 1 };
    const runner = createRunner(
      [
        defineJob('test.sweep', async () => {
          swept += 1;
        }),
      ],
      [sweep],
    );
    await advanceClock({ database, clock, jobs: runner, sweeps: [sweep] }, 1000);
    expect(swept).toBe(1);
  });

  test('never runs a sweep twice in parallel, nor before the new time', async () => {
    const sweep: Sweep = { name: 'test.sweep', everyMinutes: 1 };
    const began: Date[] = [];
    let running = 0;
    let most = 0;
    const definition = defineJob('test.sweep', async (_payload, { now }) => {
      began.push(now);
      running += 1;
      most = Math.max(most, running);
      await pause(300);
      running -= 1;
    });
    const [runner, other] = [createRunner([definition], [sweep]), createRunner([definition], [sweep])];
    await runner.start();
    await other.start();
    const start = clock.now();
    const first = advanceClock({ database, clock, jobs: runner, sweeps: [sweep] }, DAY);
    await until(() => running > 0);
    await advanceClock({ database, clock, jobs: other, sweeps: [sweep] }, DAY);
    await first;
    expect(most).toBe(1);
    expect(began.at(-1)?.getTime()).toBeGreaterThanOrEqual(start.getTime() + 2 * DAY);
  });

  test('is persistent, and does not return by itself', async () => {
    const runner = createRunner([]);
    await advanceClock({ database, clock, jobs: runner, sweeps: [] }, 1000);
    await advanceClock({ database, clock, jobs: runner, sweeps: [] }, 500);
    expect(await loadClockSetting(database.db)).toEqual({ offsetMs: 1500, resets: 0 });
    expect(clock.offsetMs).toBe(1500);
    clock.follow({ offsetMs: 200, resets: 0 });
    expect(clock.offsetMs).toBe(1500);
    await expect(advanceClock({ database, clock, jobs: runner, sweeps: [] }, -1)).rejects.toThrow(RangeError);
  });
});

describe('resetting the sandbox clock', () => {
  test('restores the machine’s time in every process, and earlier moves do not return', async () => {
    const runner = createRunner([]);
    await advanceClock({ database, clock, jobs: runner, sweeps: [] }, DAY);
    const before = await loadClockSetting(database.db);
    await resetClock({ database, clock });
    expect(clock.offsetMs).toBe(0);
    // Another process polls the stored time; one that polled too early must not undo the reset.
    const other = new AdjustableClock(before);
    other.follow(await loadClockSetting(database.db));
    expect(other.offsetMs).toBe(0);
    other.follow(before);
    expect(other.offsetMs).toBe(0);
    await advanceClock({ database, clock, jobs: runner, sweeps: [] }, 700);
    expect(clock.offsetMs).toBe(700);
  });

  test('keeps jobs due at the service’s time for which they were scheduled', async () => {
    const ran: number[] = [];
    const runner = createRunner([defineJob('test.expire', async ({ flow }) => void ran.push(flow))]);
    await runner.start();
    await advanceClock({ database, clock, jobs: runner, sweeps: [] }, DAY);
    const due = new Date(clock.now().getTime() + DAY);
    await enqueue(database.db, 'test.expire', { flow: 1 }, { at: due });
    await resetClock({ database, clock });
    await advanceClock({ database, clock, jobs: runner, sweeps: [] }, 1.5 * DAY);
    expect(ran).toEqual([]);
    await advanceClock({ database, clock, jobs: runner, sweeps: [] }, DAY);
    expect(ran).toEqual([1]);
  });
});

describe('workers', () => {
  test('of a dead process lose their jobs to the next one', async () => {
    const ran: number[] = [];
    await enqueue(database.db, 'test.expire', { flow: 1 });
    await database.pool.query(
      `update ${WORKER_SCHEMA}._private_jobs set locked_by = 'pool-of-the-dead', attempts = 1,
       locked_at = now() - interval '10 seconds'`,
    );
    const runner = createRunner([defineJob('test.expire', async ({ flow }) => void ran.push(flow))]);
    await runner.start();
    await until(() => ran.length > 0);
    expect(ran).toEqual([1]);
  });

  test('of a killed process lose their jobs within 30 s to one that goes on', async () => {
    await enqueue(database.db, 'test.expire', { flow: 1 });
    const killed = fork(fileURLToPath(new URL('hold-job.mjs', import.meta.url)), [fresh.connectionString]);
    await once(killed, 'message');
    vi.useFakeTimers({ toFake: [...TIMERS], shouldAdvanceTime: true });
    const ran: number[] = [];
    const survivor = createRunner([defineJob('test.expire', async ({ flow }) => void ran.push(flow))]);
    await survivor.start();
    // It looks for the jobs of the dead when it starts, and soon after once more: both find the other alive.
    vi.advanceTimersByTime(3_000);
    await expect.poll(() => orphaned()).toBe(false);
    killed.kill('SIGKILL');
    await expect.poll(() => orphaned()).toBe(true);
    vi.advanceTimersByTime(30_000);
    await expect.poll(() => ran).toEqual([1]);
  });

  test('go on when the machine of the server is lost and another has its address', async () => {
    const proxy = await proxyTo(fresh);
    const proxied = openDatabase({ address: proxy });
    vi.useFakeTimers({ toFake: [...TIMERS], shouldAdvanceTime: true });
    const ran: number[] = [];
    const definitions = [defineJob('test.expire', async ({ flow }) => void ran.push(flow))];
    runners.push(createJobRunner({ database: proxied, clock, log: silent, definitions, sweeps: [] }));
    await runners[0]?.start();
    await enqueue(database.db, 'test.expire', { flow: 1 });
    await expect.poll(() => ran).toEqual([1]);
    // Until it is recorded, the loss of the server makes it run again.
    const left = () => database.pool.query(`select from ${WORKER_SCHEMA}._private_jobs`);
    await expect.poll(async () => (await left()).rowCount).toBe(0);
    proxy.silence();
    // Each minute it makes sure that it is still known to be alive, and takes no answer for an answer after ten seconds.
    vi.advanceTimersByTime(60_000);
    vi.advanceTimersByTime(10_000);
    await enqueue(database.db, 'test.expire', { flow: 2 });
    await expect.poll(() => ran).toEqual([1, 2]);
    await runners[0]?.stop();
    await proxied.close();
    await proxy.close();
  });

  test('of a dead process do not block their queue either', async () => {
    const ran: number[] = [];
    await enqueue(database.db, 'test.expire', { flow: 1 }, { queue: 'expiring' });
    await enqueue(database.db, 'test.expire', { flow: 2 }, { queue: 'expiring' });
    await database.pool.query(
      `update ${WORKER_SCHEMA}._private_jobs set locked_by = 'pool-of-the-dead', attempts = 1,
       locked_at = now() - interval '10 seconds' where payload->>'flow' = '1'`,
    );
    await database.pool.query(
      `update ${WORKER_SCHEMA}._private_job_queues set locked_by = 'pool-of-the-dead',
       locked_at = now() - interval '10 seconds'`,
    );
    const runner = createRunner([defineJob('test.expire', async ({ flow }) => void ran.push(flow))]);
    await runner.drain();
    expect(ran.sort()).toEqual([1, 2]);
  });

  test('keep a long-running job', async () => {
    let runs = 0;
    const definition = defineJob('test.expire', async () => {
      runs += 1;
      await pause(3_500);
    });
    const first = createRunner([definition]);
    await first.start();
    await enqueue(database.db, 'test.expire', { flow: 1 });
    await until(() => runs > 0);
    await pause(2_500);
    const second = createRunner([definition]);
    await second.start();
    await second.drain();
    expect(runs).toBe(1);
  });

  test('recover after the database closed every connection', async () => {
    const ran: number[] = [];
    const runner = createRunner([defineJob('test.expire', async ({ flow }) => void ran.push(flow))]);
    await runner.start();
    await enqueue(database.db, 'test.expire', { flow: 1 });
    await until(() => ran.length === 1);
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'cinnabar jobs'`,
    );
    await enqueue(database.db, 'test.expire', { flow: 2 });
    await until(() => ran.length === 2);
    expect(ran).toEqual([1, 2]);
  });

  test('that stop give back the jobs that they have fetched and not begun', async () => {
    const { runner, finish, complaints } = await busyRunner(database);
    const stopped = runner.stop();
    finish();
    await stopped;
    const { rows } = await database.pool.query(`select locked_at from ${WORKER_SCHEMA}.jobs`);
    expect(rows).toEqual(Array.from({ length: 4 }, () => ({ locked_at: null })));
    expect(complaints).toEqual([]);
  });

  test('that stop while the database is away end, and the next one runs the jobs that they had fetched', async () => {
    const proxy = await proxyTo(fresh);
    const proxied = openDatabase({ address: proxy });
    const { runner, finish } = await busyRunner(proxied);
    await proxy.close();
    // A rejection that nobody awaits would fail this run.
    const stopped = runner.stop();
    finish();
    await stopped;
    await proxied.close();
    const ran: number[] = [];
    const next = createRunner([defineJob('test.expire', async ({ flow }) => void ran.push(flow))]);
    await next.start();
    await expect.poll(() => ran.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test('finish running jobs before they stop', async () => {
    let finished = false;
    let begun = false;
    const runner = createRunner([
      defineJob('test.expire', async () => {
        begun = true;
        await pause(300);
        finished = true;
      }),
    ]);
    await runner.start();
    await enqueue(database.db, 'test.expire', { flow: 1 });
    await until(() => begun);
    await runner.stop();
    expect(finished).toBe(true);
    expect(await pendingJobs()).toEqual([]);
  });
});
