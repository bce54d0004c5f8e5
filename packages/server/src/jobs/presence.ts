import pg from 'pg';

/** First half of the advisory locks that stand for living workers; the second is a hash of the worker's name. */
const PRESENCE = 4701;

/** A job that was locked this recently may belong to a worker whose presence is just being registered. */
const FRESH_LOCK = '2 seconds';

/**
 * Holds an advisory lock for each worker of this process, in a session of its own. The server lets go of the locks
 * when the process dies, so anybody can see whose jobs have been orphaned.
 */
export interface Presence {
  register(workerName: string): Promise<void>;
  unregister(workerName: string): Promise<void>;
  /** Settles when the session has ended: from then on others take our jobs for orphaned. */
  readonly lost: Promise<void>;
  end(): Promise<void>;
}

export async function openPresence(pool: pg.Pool): Promise<Presence> {
  const client = await pool.connect();
  let released = false;
  // Never back into the pool for others: the locks belong to the session.
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

/**
 * Frees the jobs of workers that died in the middle, which nobody would touch for four hours otherwise.
 *
 * @returns how many workers had died
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
