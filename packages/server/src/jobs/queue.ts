import { sql } from 'kysely';
import { clockOffset } from '../database/clock-offset.js';
import { gatheredByTransaction } from '../database/gathered-by-transaction.js';
import type { Db, Tx } from '../database/schema.js';
import { CLOCK_LOCK } from './clock-lock.js';
import type { JobName, JobPayloads } from './tasks.js';
import { WORKER_SCHEMA } from './worker-schema.js';

export interface EnqueueOptions {
  /** Due time by the service's clock; by default immediately. */
  readonly at?: Date;
  /**
   * At most one job that has not started has this key: a later one replaces it, with its own time and payload. A
   * running one is not affected, and the new one runs after it or in parallel.
   */
  readonly key?: string;
  /**
   * Jobs of one queue run one after the other, across all processes. They have one key, because a worker may fetch
   * several that are due at the same time.
   */
  readonly queue?: string;
}

/**
 * A worker may start the job of the same key between two statements of add_job. The function then neither replaces that
 * job nor adds one, and indicates this only by returning nothing. The next call sees the job as started.
 */
const MAX_ATTEMPTS = 20;

/** A job that is due at once, with a key. */
export interface DueJob<N extends JobName> {
  readonly name: N;
  readonly payload: JobPayloads[N];
  readonly key: string;
}

/** Like enqueue, by one statement for all jobs that are added concurrently in a transaction. */
export function enqueueTogether<N extends JobName>(tx: Tx, job: DueJob<N>): Promise<void> {
  const { name, payload, key } = job;
  return addTogether(tx, { job: { name, payload, key }, alone: () => enqueue(tx, name, payload, { key }) });
}

interface Adding {
  readonly job: { readonly name: string; readonly payload: unknown; readonly key: string };
  readonly alone: () => Promise<number>;
}

const addTogether = gatheredByTransaction(async (tx: Tx, jobs: readonly Adding[]) => {
  const given = jobs.map(({ job }, index) => ({ ...job, index }));
  const { rows } = await sql<{ index: number; id: number | null }>`
    select given.index, added.id
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given (index integer, name text, payload json, key text),
      lateral ${sql.id(WORKER_SCHEMA, 'add_job')}(
        identifier => given.name, payload => given.payload, job_key => given.key
      ) as added
  `.execute(tx);
  const ids = new Map(rows.map(({ index, id }) => [index, id]));
  // See MAX_ATTEMPTS.
  for (const [index, { alone }] of jobs.entries()) if ((ids.get(index) ?? null) === null) await alone();
  return jobs.map(() => undefined);
});

/**
 * Adds a job as part of the transaction: it exists if and only if that commits.
 *
 * The worker uses the database's time. The due time is therefore stored as the moment at which the machine's clock
 * shows what `at` is by the service's clock; advanceClock() adjusts stored times when the difference changes.
 *
 * @returns the id of the job
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
