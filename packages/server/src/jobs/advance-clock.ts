import { sql } from 'kysely';
import type { AdjustableClock } from '../clock.js';
import { addClockOffset, loadClockSetting, resetClockOffset } from '../database/clock-offset.js';
import type { OpenDatabase } from '../database/connect.js';
import type { Tx } from '../database/schema.js';
import { transact } from '../database/transact.js';
import { CLOCK_LOCK } from './clock-lock.js';
import { enqueue } from './queue.js';
import type { JobRunner } from './runner.js';
import type { Sweep } from './tasks.js';
import { WORKER_SCHEMA } from './worker-schema.js';

export interface AdvanceClock {
  readonly database: OpenDatabase;
  readonly clock: AdjustableClock;
  readonly jobs: Pick<JobRunner, 'drain'>;
  readonly sweeps: readonly Sweep[];
}

/**
 * Moves the sandbox clock forward. When this returns, everything that fell due and every sweep has run, including the
 * jobs that they added; jobs see the new time from the first on. Must not be called from a job, for which it would
 * wait.
 *
 * @param deltaMs whole milliseconds, not negative
 * @returns the new time
 */
export async function advanceClock(
  { database, clock, jobs, sweeps }: AdvanceClock,
  deltaMs: number,
): Promise<Date> {
  if (!Number.isSafeInteger(deltaMs) || deltaMs < 0)
    throw new RangeError(`not a span of time: ${deltaMs} ms`);
  await transact(database.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${CLOCK_LOCK}::bigint)`.execute(tx);
    const setting = await addClockOffset(tx, deltaMs);
    await bringJobsForward(tx, deltaMs);
    for (const { name } of sweeps) await enqueue(tx, name, {}, { key: name, queue: name });
    // Before the commit makes the jobs due: a job that started by the old time would find nothing to do and finish.
    clock.follow(setting);
  });
  await jobs.drain();
  return clock.now();
}

/**
 * Resets the sandbox clock to the machine's time. Existing times are kept; jobs that were not due stay due at the
 * service time for which they were scheduled.
 *
 * @returns the new time
 */
export async function resetClock({
  database,
  clock,
}: Pick<AdvanceClock, 'database' | 'clock'>): Promise<Date> {
  await transact(database.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${CLOCK_LOCK}::bigint)`.execute(tx);
    const { offsetMs } = await loadClockSetting(tx);
    await bringJobsForward(tx, -offsetMs);
    clock.follow(await resetClockOffset(tx));
  });
  return clock.now();
}

async function bringJobsForward(tx: Tx, deltaMs: number): Promise<void> {
  await sql`
    select ${sql.id(WORKER_SCHEMA, 'reschedule_jobs')}(
      array[id], run_at => run_at - ${deltaMs}::bigint * interval '1 millisecond'
    )
    from ${sql.id(WORKER_SCHEMA, 'jobs')}
    where locked_at is null and run_at > clock_timestamp()
  `.execute(tx);
}
