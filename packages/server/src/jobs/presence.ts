import pg from 'pg';
import { keepSession } from '../database/kept-session.js';

/** First half of the advisory locks of living workers; the second half is a hash of the worker's name. */
const PRESENCE = 4701;

/** A recently locked job may belong to a worker whose presence is still being registered. */
const FRESH_LOCK = '2 seconds';

/**
 * Holds an advisory lock for each worker of this process in a dedicated session. The server releases the locks when the
 * process dies, so any process can detect orphaned jobs.
 */
export interface Presence {
  register(workerName: string): Promise<void>;
  unregister(workerName: string): Promise<void>;
  /** Settles when the session has ended: from then on other processes treat our jobs as orphaned. */
  readonly lost: Promise<void>;
  end(): Promise<void>;
}

export async function openPresence(pool: pg.Pool): Promise<Presence> {
  const client = await pool.connect();
  keepSession(client);
  let released = false;
  // Not returned to the pool: the locks belong to the session.
  const release = () => {
    if (!released) client.release(true);
    released = true;
  };
  const lost = new Promise<void>((resolve) => {
    client.once('end', () => {
      release();
      resolve();
    });
  });
  return {
    lost,
    async register(workerName) {
      await client.query('select pg_advisory_lock_shared($1::integer, hashtext($2))', [PRESENCE, workerName]);
    },
    async unregister(workerName) {
      await client.query('select pg_advisory_unlock_shared($1::integer, hashtext($2))', [
        PRESENCE,
        workerName,
      ]);
    },
    async end() {
      release();
      await lost;
    },
  };
}

/** Makes the jobs that a worker has fetched available to others. It must have ended. */
export async function freeJobsOf(pool: pg.Pool, schema: string, worker: string): Promise<void> {
  await pool.query(`select ${pg.escapeIdentifier(schema)}.force_unlock_workers(array[$1])`, [worker]);
}

/**
 * Frees the jobs of crashed workers, which would otherwise stay locked for four hours.
 *
 * @returns the number of crashed workers
 */
export async function reclaimOrphans(pool: pg.Pool, schema: string): Promise<number> {
  const name = pg.escapeIdentifier(schema);
  const result = await pool.query<{ worker: string }>(
    `with holders as materialized (
       select distinct locked_by as worker from ${name}.jobs
       where locked_at < clock_timestamp() - interval '${FRESH_LOCK}'
     ), orphaned as materialized (
       select worker from holders where pg_try_advisory_xact_lock($1::integer, hashtext(worker))
     )
     select worker from orphaned, lateral ${name}.force_unlock_workers(array[worker])`,
    [PRESENCE],
  );
  return result.rows.length;
}
