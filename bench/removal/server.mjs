// A database with the service's own schema and nobody else at work, whose autovacuum looks every second instead of every
// minute, because a day passes in seconds here. DATABASE_URL may name another server of PostgreSQL 18.
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '@cinnabar/server/database/connect.js';
import { migrateDatabase } from '@cinnabar/server/database/migrate.js';
import { installJobs } from '@cinnabar/server/jobs/worker-schema.js';
import { postmasterOf, startDatabase } from '../support/database.mjs';
import { processorTime, serverTime } from '../support/processor-time.mjs';

const LONGEST_VACUUM_MS = 120_000;

export async function openServer() {
  const folder = mkdtempSync(join(tmpdir(), 'cinnabar-bench-'));
  const { address, isBundled, end: endDatabase } = await startDatabase(folder);
  const database = openDatabase({ address, max: 1, statementTimeoutMs: 0 });
  const statement = async (text, values = []) => (await database.pool.query(text, values)).rows;
  await migrateDatabase(database);
  await installJobs(database);
  const [{ version, backend }] = await statement(
    "select current_setting('server_version') as version, pg_backend_pid() as backend",
  );
  const postmaster = postmasterOf(address, backend);
  if (isBundled && postmaster !== null) {
    appendFileSync(
      join(folder, 'database/cluster/postgresql.conf'),
      "autovacuum_naptime = '1s'\nautovacuum_vacuum_cost_delay = 0\n",
    );
    process.kill(postmaster, 'SIGHUP');
  }
  return {
    version,
    statement,
    /** One connection, so that what it costs is that of one process of the server. */
    connect: (schema) => openDatabase({ address, schema, max: 1, statementTimeoutMs: 0 }),
    used,
    settle,
    async stop() {
      await database.close();
      await endDatabase();
      rmSync(folder, { recursive: true, force: true });
    },
  };

  /** Processor time of the whole server in ms, and bytes of its log. */
  async function used() {
    const [{ wal }] = await statement("select (pg_current_wal_insert_lsn() - '0/0')::float8 as wal");
    return { cpu: postmaster === null ? Number.NaN : serverTime(postmaster), wal };
  }

  /** Waits until autovacuum has done what is due by the thresholds of these tables. */
  async function settle(schema, tables, sessions) {
    for (const { pool } of sessions) await pool.query('select pg_stat_force_next_flush()');
    const until = Date.now() + LONGEST_VACUUM_MS;
    for (;;) {
      const [{ due }] = await statement(
        `select count(*)::int as due from pg_stat_user_tables join pg_class on pg_class.oid = relid
         where schemaname = $1 and pg_class.relname ~ $2 and n_dead_tup > 50 + greatest(reltuples, 0) * coalesce(
           (select option_value::float8 from pg_options_to_table(reloptions)
            where option_name = 'autovacuum_vacuum_scale_factor'), 0.2)`,
        [schema, tables],
      );
      if (due === 0) return;
      if (Date.now() > until) throw new Error(`autovacuum does not come to ${schema}`);
      await pause(100);
    }
  }
}

/** What the process of this connection has used: processor time in ms, and bytes of the log. */
export async function usedBy({ pool }) {
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query(
    'select pg_backend_pid() as pid, wal_bytes::float8 as wal from pg_stat_get_backend_wal(pg_backend_pid())',
  );
  const [{ pid, wal }] = rows;
  return { cpu: processorTime(pid) ?? Number.NaN, wal };
}

/** Sums of `cpu` and `wal`. */
export class Cost {
  cpu = 0;
  wal = 0;

  add(before, after) {
    this.cpu += after.cpu - before.cpu;
    this.wal += after.wal - before.wal;
  }
}
