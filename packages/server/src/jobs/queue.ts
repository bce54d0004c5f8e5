import { sql } from 'kysely';
import { clockOffset } from '../database/clock-offset.js';
import type { Db, Tx } from '../database/schema.js';
import { CLOCK_LOCK } from './clock-lock.js';
import type { JobName, JobPayloads } from './tasks.js';
import { WORKER_SCHEMA } from './worker-schema.js';

export interface EnqueueOptions {
  /** Due time by the service's clock; by default immediately. */
  readonly at?: Date;
  /**
   * At most one job that has not begun carries this key: a later one takes its place, with its own time and payload.
   * One that is running already is not touched, and the new one runs after it or beside it.
   */
  readonly key?: string;
  /** Jobs of one queue run one after the other, in whichever processes. */
  readonly queue?: string;
}

/**
 * A worker may begin the job of the same key just between two statements of add_job. Then the function neither
 * replaces that job nor adds one, and says so only by returning nothing. The next call sees the job as begun.
 */
const MAX_ATTEMPTS = 20;

/**
 * Adds a job as part of the transaction: it exists if that commits, and not otherwise.
 *
 * The worker goes by the database's time. So the due time is stored as the moment at which the machine's clock shows
 * what `at` says by the service's clock; advanceClock() moves what is stored when the difference changes.
 *
 * @returns the number of the job
 */
export async function enqueue<N extends JobName>(
  tx: Db | Tx,
  name: N,
  payload: JobPayloads[N],
  options: EnqueueOptions = {},
): Promise<number> {
  const { at, key, queue } = options;
  if (at !== undefined) await sql`select pg_advisory_xact_lock_shared(${CLOCK_LOCK}::bigint)`.execute(tx);
  const runAt =
    at === undefined
      ? sql`null::timestamptz`
      : sql`${at}::timestamptz - ${clockOffset} * interval '1 millisecond'`;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const result = await sql<{ id: number | null }>`
      select id from ${sql.id(WORKER_SCHEMA, 'add_job')}(
        identifier => ${name},
        payload => ${JSON.stringify(payload)}::json,
        queue_name => ${queue ?? null},
        run_at => ${runAt},
        job_key => ${key ?? null}
      )
    `.execute(tx);
    const id = result.rows[0]?.id;
    if (id !== undefined && id !== null) return id;
  }
  throw new Error(`the job ${name} was not taken after ${MAX_ATTEMPTS} attempts`);
}
