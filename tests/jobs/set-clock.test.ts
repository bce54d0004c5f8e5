/** The machine's clock is set back while jobs run, or had been ahead before they start. */
import { AdjustableClock } from '@cinnabar/server/clock.js';
import { type OpenDatabase, openDatabase } from '@cinnabar/server/database/connect.js';
import { createJobRunner, type JobRunner } from '@cinnabar/server/jobs/runner.js';
import { defineJob, type JobDefinition, type Sweep } from '@cinnabar/server/jobs/tasks.js';
import { WORKER_SCHEMA } from '@cinnabar/server/jobs/worker-schema.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';

declare module '@cinnabar/server/jobs/tasks.js' {
  interface JobPayloads {
    'test.hourly': Record<never, never>;
  }
}

const HOUR = 3_600_000;
const sweeps: readonly Sweep[] = [{ name: 'test.hourly', everyMinutes: 30 }];
const definitions: readonly JobDefinition[] = [defineJob('test.hourly', async () => undefined)];

let fresh: FreshDatabase;
let database: OpenDatabase;
let runner: JobRunner;
let warnings: string[];

beforeEach(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ address: fresh.address });
  warnings = [];
});
afterEach(async () => {
  vi.useRealTimers();
  await runner.stop();
  await database.close();
  await fresh.drop();
});

async function start(): Promise<void> {
  const log = {
    info: () => undefined,
    warn: (message: unknown) => void warnings.push(String(message)),
    error: () => undefined,
  };
  runner = createJobRunner({ database, clock: new AdjustableClock(), log, definitions, sweeps });
  await runner.start();
}

/** As if a worker had run the sweep while its clock was ahead. */
async function sweptIn(milliseconds: number): Promise<void> {
  await database.pool.query(
    `insert into ${WORKER_SCHEMA}._private_known_crontabs (identifier, known_since, last_execution)
     values ('test.hourly', now(), $1) on conflict (identifier) do update set last_execution = excluded.last_execution`,
    [new Date(Date.now() + milliseconds)],
  );
}

async function lastRun(): Promise<Date | null | undefined> {
  const { rows } = await database.pool.query<{ last_execution: Date | null }>(
    `select last_execution from ${WORKER_SCHEMA}._private_known_crontabs where identifier = 'test.hourly'`,
  );
  return rows[0]?.last_execution;
}

test('a sweep that ran by a clock that was ahead runs again by the right one', async () => {
  await sweptIn(30 * 24 * HOUR);
  await start();
  // The worker makes a sweep due if its last run is earlier, or forgotten.
  expect(await lastRun()).toBeNull();
});

test('a clock that is set back by an hour is told, and the worker starts again by the right time', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() + HOUR });
  await start();
  await sweptIn(30_000);
  vi.setSystemTime(Date.now() - HOUR);
  vi.advanceTimersByTime(15_000);
  await vi.waitFor(async () => expect(await lastRun()).toBeNull(), { timeout: 20_000 });
  expect(warnings).toEqual([
    expect.stringMatching(/^jobs: the machine's clock was set back by 35\d\d s$/),
    'jobs: the clock was set back, starting again',
  ]);
});
