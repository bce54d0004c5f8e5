import { Kysely, sql, type Transaction } from 'kysely';
import type pg from 'pg';
import { DatabaseError } from './database-error.js';
import type { Migration } from './migration.js';
import { migrations } from './migrations/index.js';
import { PreparingDialect } from './preparing-dialect.js';
import { createStatementNames } from './statement-names.js';

/** Any number will do, as long as every version of the program takes the same. */
const MIGRATION_LOCK = 4_701_001;

type Step = { readonly name: string; readonly migration: Migration };

/**
 * Brings the database to the newest step. All missing steps are one transaction: it ends at the newest step or where
 * it began. Two processes that start at once take turns, and the second finds nothing left to do.
 *
 * @returns the names of the steps that were applied
 * @throws DatabaseError `newer-than-program`, `history-differs`
 */
export async function migrateDatabase(
  database: { readonly pool: pg.Pool },
  steps: readonly Step[] = migrations,
): Promise<readonly string[]> {
  // Not the typed handle: while a step runs the tables are not yet those that the program knows.
  const db = new Kysely<unknown>({ dialect: new PreparingDialect(database.pool, createStatementNames(0)) });
  return db.transaction().execute(async (tx) => {
    // Waiting for the other starter, or building an index on a big table, may take longer than a request may.
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`.execute(tx);
    const applied = await readApplied(tx);
    refuseForeignHistory(applied, steps);
    const missing = steps.slice(applied.length);
    for (const [index, step] of missing.entries()) {
      await step.migration.up(tx);
      await sql`
        insert into migrations (number, name) values (${applied.length + index + 1}, ${step.name})
      `.execute(tx);
    }
    return missing.map((step) => step.name);
  });
}

/**
 * The steps that this database lacks, looked up without changing anything; all of them where it is empty.
 *
 * @throws DatabaseError `newer-than-program`, `history-differs`
 */
export async function missingMigrations(
  database: { readonly pool: pg.Pool },
  steps: readonly Step[] = migrations,
): Promise<readonly string[]> {
  const table = await database.pool.query<{ name: string | null }>(
    `select to_regclass('migrations')::text as name`,
  );
  const rows =
    (table.rows[0]?.name ?? null) === null
      ? []
      : (await database.pool.query<{ name: string }>('select name from migrations order by number')).rows;
  const applied = rows.map((row) => row.name);
  refuseForeignHistory(applied, steps);
  return steps.slice(applied.length).map((step) => step.name);
}

async function readApplied(tx: Transaction<unknown>): Promise<readonly string[]> {
  await sql`
    create table if not exists migrations (
      number integer primary key,
      name text not null unique,
      applied_at timestamptz not null default clock_timestamp()
    )
  `.execute(tx);
  const result = await sql<{ name: string }>`select name from migrations order by number`.execute(tx);
  return result.rows.map((row) => row.name);
}

function refuseForeignHistory(applied: readonly string[], steps: readonly Step[]): void {
  for (const [index, name] of applied.entries()) {
    const step = steps[index];
    if (step === undefined) {
      throw new DatabaseError(
        'newer-than-program',
        `the database was migrated by a newer version (${name}, and this one knows ${steps.length} steps): ` +
          'install that version or restore a backup from before the upgrade',
      );
    }
    if (step.name !== name) {
      throw new DatabaseError(
        'history-differs',
        `step ${index + 1} of this database is ${name}, of this version ${step.name}: it belongs to another program`,
      );
    }
  }
}
