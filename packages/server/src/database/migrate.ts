/**
 * Schema migrations, carried out by Kysely's Migrator. This layer adds what the Migrator leaves open: the table of
 * applied steps that earlier versions wrote, errors that say what an operator can do, and statements without a timeout.
 */
import {
  Kysely,
  type MigrationLockOptions,
  Migrator,
  PostgresAdapter,
  PostgresDialect,
  sql,
  type Transaction,
} from 'kysely';
import type pg from 'pg';
import { DatabaseError } from './database-error.js';
import type { Migration } from './migration.js';
import { migrations } from './migrations/index.js';

/** Any number will do, as long as every version of the program takes the same. */
const MIGRATION_LOCK = 4_701_001;

type Step = { readonly name: string; readonly migration: Migration };

/** Takes the lock of earlier versions instead of Kysely's own, so that old and new processes exclude each other. */
class MigrationAdapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<unknown>, _options: MigrationLockOptions): Promise<void> {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK}::bigint)`.execute(db);
  }

  override async releaseMigrationLock(db: Kysely<unknown>, _options: MigrationLockOptions): Promise<void> {
    await sql`select pg_advisory_unlock(${MIGRATION_LOCK}::bigint)`.execute(db);
  }
}

class MigrationDialect extends PostgresDialect {
  override createAdapter(): MigrationAdapter {
    return new MigrationAdapter();
  }
}

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
  const db = new Kysely<unknown>({ dialect: new MigrationDialect({ pool: database.pool }) });
  return db.connection().execute(async (session) => {
    // Waiting for the other starter, or building an index on a big table, may take longer than a request may.
    await sql`set statement_timeout = 0`.execute(session);
    try {
      await session.transaction().execute((tx) => prepareTable(tx, steps));
      return await migrateSession(session, steps);
    } finally {
      await sql`reset statement_timeout`.execute(session);
    }
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

async function migrateSession(session: Kysely<unknown>, steps: readonly Step[]): Promise<readonly string[]> {
  const schema = await sql<{ name: string }>`select current_schema() as name`.execute(session);
  const migrator = new Migrator({
    db: session,
    provider: {
      getMigrations: async () => Object.fromEntries(steps.map(({ name, migration }) => [name, migration])),
    },
    migrationTableName: 'migrations',
    // Otherwise a table of the same name in any other schema, such as the job queue's, would count as this one.
    ...(schema.rows[0] === undefined ? {} : { migrationTableSchema: schema.rows[0].name }),
    // Kysely compares the order of the timestamps, which a clock that was set back would break; `number` is compared below.
    allowUnorderedMigrations: true,
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return results.map(({ migrationName }) => migrationName);
}

/**
 * Makes the table of applied steps, or turns the one that earlier versions wrote into one that Kysely can write. `name`
 * and `number` stay as they were, so that an earlier version still understands that the database is newer than itself.
 */
async function prepareTable(tx: Transaction<unknown>, steps: readonly Step[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`.execute(tx);
  await sql`
    create table if not exists migrations (
      number integer primary key,
      name text not null unique,
      applied_at timestamptz not null default clock_timestamp()
    )
  `.execute(tx);
  const applied = await sql<{ name: string }>`select name from migrations order by number`.execute(tx);
  refuseForeignHistory(
    applied.rows.map((row) => row.name),
    steps,
  );
  const old = await sql`
    select from pg_attribute
    where attrelid = 'migrations'::regclass and attname = 'applied_at' and not attisdropped
  `.execute(tx);
  if (old.rows.length > 0) {
    await sql`alter table migrations rename column applied_at to timestamp`.execute(tx);
    await sql`alter table migrations alter column number add generated by default as identity`.execute(tx);
  }
  // An earlier version that starts beside this one writes numbers without taking them from the sequence.
  await sql`
    select setval(pg_get_serial_sequence('migrations', 'number'), coalesce(max(number), 0) + 1, false) from migrations
  `.execute(tx);
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
