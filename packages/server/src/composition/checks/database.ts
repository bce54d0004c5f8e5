import { loadClockSetting } from '../../database/clock-offset.js';
import type { OpenDatabase } from '../../database/connect.js';
import { missingMigrations, unknownMigrations } from '../../database/migrate.js';
import type { Config } from '../../settings/config.js';
import { error, type Finding, messageOf, ok, warn } from './finding.js';
import { checkMasterKeyOf } from './master-key.js';

/** PostgreSQL 15, in the format of server_version_num. */
const OLDEST_SERVER = 150_000;
const WARN_SKEW_MS = 2_000;
/** A new database lacks all migrations, whose names say nothing. */
const MAX_NAMED = 5;

/**
 * How a database was reached. server: from DATABASE_URL; started: the bundled one, started for this; attached: the bundled
 * one that another process has started, or this one before.
 */
export type DatabaseAccess = 'server' | 'started' | 'attached';

/** Checks a database that answers, and what depends on it. */
export async function inspectDatabase(
  config: Config,
  database: OpenDatabase,
  how: DatabaseAccess,
): Promise<readonly Finding[]> {
  const { findings, migrated } = await checkMigrations(database);
  return [
    await checkServer(database, how),
    await checkClock(database),
    ...findings,
    ...(migrated
      ? [...(await checkSandboxClock(config, database)), ...(await checkMasterKeyOf(config, database))]
      : []),
  ];
}

async function checkServer({ pool }: OpenDatabase, how: DatabaseAccess): Promise<Finding> {
  const result = await pool.query<{ number: number; version: string; encoding: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
            current_setting('server_encoding') as encoding`,
  );
  const { number = 0, version = 'unknown', encoding = 'unknown' } = result.rows[0] ?? {};
  const places = {
    server: 'DATABASE_URL',
    started: 'bundled, not running before',
    attached: 'bundled, running',
  };
  const message = `PostgreSQL ${version} (${places[how]})`;
  if (number < OLDEST_SERVER) return error('database', `${message} is too old`, 'use PostgreSQL 15 or newer');
  if (encoding !== 'UTF8') {
    return error(
      'database',
      `${message} stores text as ${encoding}`,
      'create the database with encoding UTF8',
    );
  }
  return ok('database', message);
}

async function checkMigrations(
  database: OpenDatabase,
): Promise<{ readonly findings: readonly Finding[]; readonly migrated: boolean }> {
  try {
    const missing = await missingMigrations(database);
    if (missing.length === 0) {
      const newer = await unknownMigrations(database);
      const state = newer.length === 0 ? 'up to date' : 'newer than this program, which can share it';
      return { findings: [ok('migrations', `the database is ${state}`)], migrated: true };
    }
    const few = missing.length <= MAX_NAMED ? missing : [missing[0], '…', missing.at(-1)];
    const message = `the database lacks ${missing.length} migrations: ${few.join(', ')}`;
    const remedy = 'run "cinnabar migrate", or start the service, which does the same';
    return { findings: [warn('migrations', message, remedy)], migrated: false };
  } catch (thrown) {
    const remedy = 'use the version of the program that this database belongs to';
    return { findings: [error('migrations', messageOf(thrown), remedy)], migrated: false };
  }
}

/** Signatures carry this machine's time, so it must be correct and agree with the database server's. */
async function checkClock({ pool }: OpenDatabase): Promise<Finding> {
  const before = Date.now();
  const result = await pool.query<{ now: Date }>('select clock_timestamp() as now');
  const after = Date.now();
  const server = result.rows[0]?.now.getTime() ?? after;
  const skew = Math.max(0, before - server, server - after);
  if (skew <= WARN_SKEW_MS) return ok('clock', `this machine: ${new Date(after).toISOString()}`);
  return warn(
    'clock',
    `this machine and the database differ by ${(skew / 1000).toFixed(1)} s`,
    'run a time service such as chrony on both',
  );
}

async function checkSandboxClock({ mode }: Config, { db }: OpenDatabase): Promise<readonly Finding[]> {
  const { offsetMs } = await loadClockSetting(db);
  if (offsetMs === 0) return [];
  const message = `the clock of the sandbox runs ${Math.round(offsetMs / 1000)} s ahead`;
  if (mode === 'sandbox') return [ok('sandbox-clock', message)];
  return [
    error(
      'sandbox-clock',
      `this database was used by a sandbox: ${message}`,
      'use a new database for production',
    ),
  ];
}
