/**
 * Schema migrations, run by Kysely's Migrator. This layer adds the table of applied migrations of earlier versions,
 * errors that tell an operator what to do, statements without a timeout, and programs that are older than the schema.
 */
import { setTimeout as pause } from 'node:timers/promises';
import {
  type DatabaseIntrospector,
  type DatabaseMetadata,
  Kysely,
  type MigrationLockOptions,
  Migrator,
  PostgresAdapter,
  PostgresDialect,
  type SchemaMetadata,
  sql,
  type TableMetadata,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { DatabaseError } from './database-error.js';
import type { Migration } from './migration.js';
import { migrations } from './migrations/index.js';

/** Setting with the newest migration that a program must know to run on this database; absent: any program can. */
const REQUIRED_STEP = 'required_migration';

/** Arbitrary, but the same in every version of the program. */
const MIGRATION_LOCK = 4_701_001;

/**
 * While a migration waits for a table, all later statements on that table wait behind it. It therefore gives up early,
 * rolls back, and tries again, so that processes of the previous version go on serving.
 */
const TABLE_LOCK_TIMEOUT_MS = 2_000;
const RETRY_MS = 500;
const MAX_ATTEMPTS = 60;
/** SQLSTATE lock_not_available and deadlock_detected. */
const LOCK_CONFLICTS: readonly unknown[] = ['55P03', '40P01'];

export type Step = { readonly name: string; readonly migration: Migration };

/** Takes the lock of earlier versions instead of Kysely's own, so that old and new processes exclude each other. */
class MigrationAdapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<unknown>, _options: MigrationLockOptions): Promise<void> {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK}::bigint)`.execute(db);
    await sql`set lock_timeout = ${sql.lit(TABLE_LOCK_TIMEOUT_MS)}`.execute(db);
  }

  override async releaseMigrationLock(db: Kysely<unknown>, _options: MigrationLockOptions): Promise<void> {
    await sql`reset lock_timeout`.execute(db);
    await sql`select pg_advisory_unlock(${MIGRATION_LOCK}::bigint)`.execute(db);
  }
}

/**
 * Names schemas and tables, which is all that the Migrator reads. Kysely's own introspector describes every column of
 * every schema, and fails on a table of the job queue that another process is migrating at that moment.
 */
class NamesOnly implements DatabaseIntrospector {
  readonly #db: Kysely<unknown>;

  constructor(db: Kysely<unknown>) {
    this.#db = db;
  }

  async getSchemas(): Promise<SchemaMetadata[]> {
    const { rows } = await sql<SchemaMetadata>`select nspname as name from pg_namespace`.execute(this.#db);
    return rows;
  }

  async getTables(): Promise<TableMetadata[]> {
    const { rows } = await sql<{ name: string; schema: string }>`
      select relname as name, nspname as schema
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind in ('r', 'p')
    `.execute(this.#db);
    return rows.map((row) => ({ ...row, isView: false, columns: [] }));
  }

  async getMetadata(): Promise<DatabaseMetadata> {
    return { tables: await this.getTables() };
  }
}

class MigrationDialect extends PostgresDialect {
  override createAdapter(): MigrationAdapter {
    return new MigrationAdapter();
  }

  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new NamesOnly(db);
  }
}

/**
 * Migrates the database to the latest version. All missing migrations are one transaction. Concurrent starts are
 * serialised, and the second finds nothing left to do. The database may be newer than the program, unless a migration
 * has removed what the program uses.
 *
 * @returns the names of the applied migrations
 * @throws DatabaseError `newer-than-program`, `history-differs`
 */
export async function migrateDatabase(
  database: { readonly pool: pg.Pool },
  steps: readonly Step[] = migrations,
): Promise<readonly string[]> {
  // Untyped: during a migration the tables differ from those that the program knows.
  const db = new Kysely<unknown>({ dialect: new MigrationDialect({ pool: database.pool }) });
  return db.connection().execute(async (session) => {
    // Waiting for a concurrent start, or building an index on a large table, may exceed a request's timeout.
    await sql`set statement_timeout = 0`.execute(session);
    try {
      for (let attempt = 1; ; attempt += 1) {
        const applied = await session.transaction().execute((tx) => prepareTable(tx, steps));
        if (applied.length >= steps.length) return [];
        try {
          return await migrateSession(session, steps);
        } catch (error) {
          const isConflict = error instanceof pg.DatabaseError && LOCK_CONFLICTS.includes(error.code);
          if (!isConflict || attempt === MAX_ATTEMPTS) throw error;
          await pause(RETRY_MS);
        }
      }
    } finally {
      await sql`reset statement_timeout`.execute(session);
    }
  });
}

/**
 * The migrations that this database lacks, determined without changing anything; all of them if it is empty.
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
  await refuseForeignHistory(new Kysely<unknown>({ dialect: new PostgresDialect(database) }), applied, steps);
  return steps.slice(applied.length).map((step) => step.name);
}

/**
 * The migrations of this database that the program does not know. If `migrateDatabase` accepts them, the program can
 * run on it.
 */
export async function unknownMigrations(
  database: { readonly pool: pg.Pool },
  steps: readonly Step[] = migrations,
): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ name: string }>('select name from migrations order by number');
  return rows.slice(steps.length).map(({ name }) => name);
}

async function migrateSession(session: Kysely<unknown>, steps: readonly Step[]): Promise<readonly string[]> {
  const schema = await sql<{ name: string }>`select current_schema() as name`.execute(session);
  const migrator = new Migrator({
    db: session,
    provider: {
      getMigrations: async () => Object.fromEntries(steps.map((step) => [step.name, recording(step, steps)])),
    },
    migrationTableName: 'migrations',
    // Otherwise a table of the same name in another schema, such as the job queue's, would be mistaken for this one.
    ...(schema.rows[0] === undefined ? {} : { migrationTableSchema: schema.rows[0].name }),
    // Kysely compares the order of the timestamps, which a clock that was set back would break; `number` is compared below.
    allowUnorderedMigrations: true,
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return results.map(({ migrationName }) => migrationName);
}

/**
 * Creates the table of applied migrations, or converts that of earlier versions into one that Kysely can write. `name`
 * and `number` are unchanged, so that an earlier version still detects that the database is newer than itself.
 *
 * @returns the names of the applied migrations
 */
async function prepareTable(tx: Transaction<unknown>, steps: readonly Step[]): Promise<readonly string[]> {
  await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`.execute(tx);
  await sql`
    create table if not exists migrations (
      number integer primary key,
      name text not null unique,
      applied_at timestamptz not null default clock_timestamp()
    )
  `.execute(tx);
  const { rows } = await sql<{ name: string }>`select name from migrations order by number`.execute(tx);
  const applied = rows.map((row) => row.name);
  await refuseForeignHistory(tx, applied, steps);
  const old = await sql`
    select from pg_attribute
    where attrelid = 'migrations'::regclass and attname = 'applied_at' and not attisdropped
  `.execute(tx);
  if (old.rows.length > 0) {
    await sql`alter table migrations rename column applied_at to timestamp`.execute(tx);
    await sql`alter table migrations alter column number add generated by default as identity`.execute(tx);
  }
  // An earlier version that starts concurrently writes numbers without taking them from the sequence.
  await sql`
    select setval(pg_get_serial_sequence('migrations', 'number'), coalesce(max(number), 0) + 1, false) from migrations
  `.execute(tx);
  return applied;
}

/** A contracting migration records which programs it shuts out, in its own transaction. */
function recording({ name, migration }: Step, steps: readonly Step[]): Migration {
  const { unusedSince } = migration;
  if (unusedSince === undefined) return migration;
  const position = (wanted: string | null) => steps.findIndex((step) => step.name === wanted);
  if (position(unusedSince) < 0 || position(unusedSince) >= position(name)) {
    throw new TypeError(`${name}: ${unusedSince} is not an earlier migration`);
  }
  return {
    async up(db) {
      await migration.up(db);
      if (position(await requiredStep(db)) >= position(unusedSince)) return;
      await sql`
        insert into settings (name, value) values (${REQUIRED_STEP}, to_jsonb(${unusedSince}::text))
        on conflict (name) do update set value = excluded.value
      `.execute(db);
    },
  };
}

async function requiredStep(db: Kysely<unknown>): Promise<string | null> {
  const table = await sql<{ name: string | null }>`select to_regclass('settings')::text as name`.execute(db);
  if ((table.rows[0]?.name ?? null) === null) return null;
  const { rows } = await sql<{ value: string }>`
    select value #>> '{}' as value from settings where name = ${REQUIRED_STEP}
  `.execute(db);
  return rows[0]?.value ?? null;
}

/** @throws DatabaseError `newer-than-program`, `history-differs` */
async function refuseForeignHistory(
  db: Kysely<unknown>,
  applied: readonly string[],
  steps: readonly Step[],
): Promise<void> {
  for (const [index, { name }] of steps.entries()) {
    const found = applied[index];
    if (found === undefined) return;
    if (found !== name) {
      throw new DatabaseError(
        'history-differs',
        `step ${index + 1} of this database is ${found}, of this version ${name}: it belongs to another program`,
      );
    }
  }
  const newest = applied.at(-1);
  if (applied.length === steps.length || newest === undefined) return;
  const required = await requiredStep(db);
  if (required !== null && !steps.some(({ name }) => name === required)) {
    throw new DatabaseError(
      'newer-than-program',
      `the database was migrated by a newer version (${newest}) and requires a program that knows ${required}: ` +
        'install that version or restore a backup from before the upgrade',
    );
  }
}
