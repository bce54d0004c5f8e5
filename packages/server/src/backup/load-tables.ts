/**
 * Loads the tables of a set into an empty database, in one transaction: whoever interrupts it finds the database empty
 * again. No superuser is needed, only the owner of the tables, which the service is: foreign keys are dropped and made
 * again, which also checks them, and triggers are switched off, because what they derive is in the set already.
 */
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { BackupError } from './backup-error.js';
import type { BackedUpTable, Manifest } from './manifest.js';
import { markLoaded } from './restore-mark.js';
import { Measure, readSealed, type SetPlace } from './sealed-file.js';
import {
  COPY_SETTINGS,
  copyIn,
  copyOut,
  jobsVersionOf,
  sequencesOf,
  type TableShape,
  tablesOf,
} from './tables.js';

/** Tables that migrations write to: rows in them do not make a database used. */
const WRITTEN_BY_MIGRATIONS: ReadonlySet<string> = new Set([
  'migrations',
  'kysely_migration_lock',
  'flow_search_backfill',
]);

/** @throws BackupError with the first table that has rows */
export async function requireUnused(session: pg.ClientBase): Promise<void> {
  for (const { schema, table, name } of await tablesOf(session)) {
    if (schema === 'service' && WRITTEN_BY_MIGRATIONS.has(table)) continue;
    const { rows } = await session.query<{ used: boolean }>(`select exists (select from ${name}) as used`);
    if (rows[0]?.used === true) throw new BackupError(`the database is not empty: ${table} has rows`);
  }
}

/**
 * @param session whose schema has the migrations of the set and nothing else
 * @throws BackupError
 */
export async function loadTables(session: pg.ClientBase, place: SetPlace, manifest: Manifest): Promise<void> {
  await session.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
  const jobsVersion = await jobsVersionOf(session);
  if (jobsVersion !== manifest.jobsVersion) {
    throw new BackupError(
      `the set has version ${manifest.jobsVersion} of the job queue, and this program makes ${jobsVersion}: restore it ` +
        `with the program that made it (${manifest.program}), then upgrade`,
    );
  }
  const pairs = pairTables(await tablesOf(session), manifest.tables);
  await session.query('begin');
  try {
    await session.query(COPY_SETTINGS);
    const names = pairs.map(({ shape }) => shape.name);
    // Files may have been copied for hours, in which a service of another machine could begin to use the database.
    await session.query(`lock table ${names.join(', ')} in access exclusive mode`);
    await requireUnused(session);
    const foreignKeys = await dropForeignKeys(session, names);
    for (const name of names) await session.query(`alter table ${name} disable trigger user`);
    await session.query(`truncate ${names.join(', ')}`);
    for (const pair of pairs) await loadTable(session, place, pair);
    await setSequences(session, manifest);
    for (const name of names) await session.query(`alter table ${name} enable trigger user`);
    for (const { table, name, definition } of foreignKeys) {
      await session.query(`alter table ${table} add constraint ${name} ${definition}`);
    }
    await markLoaded(session, manifest.set);
    await session.query('commit');
  } catch (error) {
    await session.query('rollback').catch(() => undefined);
    throw error;
  }
  await session.query('analyze');
}

interface Pair {
  readonly shape: TableShape;
  readonly table: BackedUpTable;
}

/** @throws BackupError if the tables differ */
function pairTables(shapes: readonly TableShape[], tables: readonly BackedUpTable[]): readonly Pair[] {
  const nameOf = ({ schema, table, columns }: Pick<TableShape, 'schema' | 'table' | 'columns'>) =>
    `${schema}.${table} (${[...columns].sort().join(', ')})`;
  const wanted = new Map(tables.map((table) => [nameOf(table), table]));
  const pairs = shapes.flatMap((shape) => {
    const table = wanted.get(nameOf(shape));
    // The order of the columns is that of the file.
    return table === undefined ? [] : [{ shape: { ...shape, columns: table.columns }, table }];
  });
  if (pairs.length === shapes.length && pairs.length === tables.length) return pairs;
  const found = new Set(shapes.map(nameOf));
  const differing = [...wanted.keys()].filter((name) => !found.has(name));
  const added = [...found].filter((name) => !wanted.has(name));
  throw new BackupError(
    `the tables of the set differ from those of its migrations: ${[...differing, ...added].join('; ')}`,
  );
}

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

async function dropForeignKeys(
  session: pg.ClientBase,
  names: readonly string[],
): Promise<readonly ForeignKey[]> {
  const { rows } = await session.query<ForeignKey>(
    `select format('%I.%I', nspname, relname) as table, quote_ident(conname) as name,
            pg_get_constraintdef(pg_constraint.oid) as definition
       from pg_constraint
       join pg_class on pg_class.oid = conrelid
       join pg_namespace on pg_namespace.oid = relnamespace
      where contype = 'f' and conparentid = 0 and format('%I.%I', nspname, relname) = any($1::text[])`,
    [names],
  );
  for (const { table, name } of rows) await session.query(`alter table ${table} drop constraint ${name}`);
  return rows;
}

/** Loads a table, and reads it again. @throws BackupError for a damaged file, or rows that differ from it */
async function loadTable(session: pg.ClientBase, place: SetPlace, { shape, table }: Pair): Promise<void> {
  const file = `${place.folder}/${table.file}`;
  const rows = session.query(copyFrom(copyIn(shape)));
  await pipeline(Readable.from(readSealed(place, table.file), { objectMode: false }), rows).catch(
    (cause: unknown) => {
      if (!(cause instanceof pg.DatabaseError)) throw cause;
      throw new BackupError(`${file} cannot be loaded: ${cause.message}`, { cause });
    },
  );
  const measure = new Measure();
  await pipeline(
    session.query(copyTo(copyOut(shape))),
    new Writable({
      write(chunk: Uint8Array, _encoding, done) {
        measure.add(chunk);
        done();
      },
    }),
  );
  if (rows.rowCount === table.rows && measure.bytes === table.bytes && measure.sha256() === table.sha256)
    return;
  throw new BackupError(`table ${table.table} does not read as ${file}, from which it was loaded`);
}

async function setSequences(session: pg.ClientBase, { sequences }: Manifest): Promise<void> {
  const shapes = await sequencesOf(session);
  for (const { schema, sequence, value, isCalled } of sequences) {
    const shape = shapes.find((each) => each.schema === schema && each.sequence === sequence);
    if (shape === undefined) throw new BackupError(`the database has no sequence ${sequence}`);
    await session.query('select setval($1::regclass, $2, $3)', [shape.name, value, isCalled]);
  }
}
