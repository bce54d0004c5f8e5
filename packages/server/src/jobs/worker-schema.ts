import { runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { quietLogger } from './worker-logger.js';

/** Schema of Graphile Worker's tables, separate from the service's own, which its migrations must not touch. */
export const WORKER_SCHEMA = 'cinnabar_jobs';

/** Creates or upgrades the worker's tables. Safe when several processes do it at once. */
export async function installJobs(database: { readonly pool: pg.Pool }): Promise<void> {
  await runMigrations({ pgPool: database.pool, schema: WORKER_SCHEMA, logger: quietLogger });
  await letTaskNumbersWrap(database.pool);
}

/**
 * Graphile Worker draws an id for the task's name from a 32-bit sequence for every added job, and discards it if the
 * name exists. At a hundred jobs a second the sequence would be exhausted after eight months, and with it every act of
 * the service. It is therefore allowed to cycle, because ids in use are skipped.
 */
async function letTaskNumbersWrap(pool: pg.Pool): Promise<void> {
  const table = `${WORKER_SCHEMA}._private_tasks`;
  const result = await pool.query<{ cycle: boolean }>(
    "select seqcycle as cycle from pg_sequence where seqrelid = pg_get_serial_sequence($1, 'id')::regclass",
    [table],
  );
  if (result.rows[0]?.cycle === false) await pool.query(`alter table ${table} alter column id set cycle`);
}
