/** What a database consists of, as a backup copies it. Names come from the catalog and are quoted. */
import type pg from 'pg';
import { WORKER_SCHEMA } from '../jobs/worker-schema.js';
import type { SchemaRole } from './manifest.js';

export interface TableShape {
  readonly schema: SchemaRole;
  readonly table: string;
  /** Quoted, with its schema. */
  readonly name: string;
  /** Columns that are stored and not computed from others. */
  readonly columns: readonly string[];
}

/** Says which version of the job queue has made its tables; compared, and written by the queue itself. */
const JOBS_VERSION = 'migrations';

/** Names of the two schemas by what they are for. */
async function schemasOf(session: pg.ClientBase): Promise<ReadonlyMap<string, SchemaRole>> {
  const { rows } = await session.query<{ name: string }>('select current_schema() as name');
  const [own] = rows;
  if (own === undefined) throw new Error('the session has no schema');
  return new Map([
    [own.name, 'service'],
    [WORKER_SCHEMA, 'jobs'],
  ]);
}

/** All tables, partitioned ones as one, in the order of their names. */
export async function tablesOf(session: pg.ClientBase): Promise<readonly TableShape[]> {
  const schemas = await schemasOf(session);
  const { rows } = await session.query<{
    schema: string;
    table: string;
    name: string;
    columns: readonly string[];
  }>(
    `select nspname::text as schema, relname::text as table, format('%I.%I', nspname, relname) as name,
            array_agg(attname::text order by attnum) as columns
       from pg_class
       join pg_namespace on pg_namespace.oid = relnamespace
       join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      where nspname = any($1::text[]) and relkind in ('r', 'p') and not relispartition
      group by nspname, relname
      order by nspname, relname collate "C"`,
    [[...schemas.keys()]],
  );
  return rows
    .map(({ schema, ...shape }) => ({ ...shape, schema: schemas.get(schema) ?? 'service' }))
    .filter(({ schema, table }) => schema !== 'jobs' || table !== JOBS_VERSION);
}

export interface SequenceShape {
  readonly schema: SchemaRole;
  readonly sequence: string;
  /** Quoted, with its schema. */
  readonly name: string;
}

export async function sequencesOf(session: pg.ClientBase): Promise<readonly SequenceShape[]> {
  const schemas = await schemasOf(session);
  const { rows } = await session.query<{ schema: string; sequence: string; name: string }>(
    `select schemaname::text as schema, sequencename::text as sequence,
            format('%I.%I', schemaname, sequencename) as name
       from pg_sequences where schemaname = any($1::text[]) order by schemaname, sequencename collate "C"`,
    [[...schemas.keys()]],
  );
  return rows.map(({ schema, ...shape }) => ({ ...shape, schema: schemas.get(schema) ?? 'service' }));
}

/** Number of the last migration of the job queue; 0 without one. */
export async function jobsVersionOf(session: pg.ClientBase): Promise<number> {
  const table = await session.query<{ there: boolean }>(
    `select to_regclass('${WORKER_SCHEMA}.${JOBS_VERSION}') is not null as there`,
  );
  if (table.rows[0]?.there !== true) return 0;
  const { rows } = await session.query<{ id: number | null }>(
    `select max(id) as id from ${WORKER_SCHEMA}.${JOBS_VERSION}`,
  );
  return rows[0]?.id ?? 0;
}

/** The rows of a table in the form of COPY, which does not depend on the settings of the server. */
export function copyOut({ name, columns }: Pick<TableShape, 'name' | 'columns'>): string {
  return `copy (select ${columns.map(quoted).join(', ')} from ${name}) to stdout`;
}

export function copyIn({ name, columns }: Pick<TableShape, 'name' | 'columns'>): string {
  return `copy ${name} (${columns.map(quoted).join(', ')}) from stdin`;
}

/**
 * Before COPY: values are written alike everywhere, and rows in the order in which they are stored, so that a table that
 * was loaded reads as the file that it was loaded from.
 */
export const COPY_SETTINGS = [
  "set local datestyle = 'ISO, YMD'",
  "set local intervalstyle = 'postgres'",
  "set local timezone = 'UTC'",
  "set local bytea_output = 'hex'",
  'set local extra_float_digits = 1',
  'set local synchronize_seqscans = off',
  'set local max_parallel_workers_per_gather = 0',
  'set local enable_indexscan = off',
  'set local enable_indexonlyscan = off',
  'set local enable_bitmapscan = off',
].join('; ');

function quoted(column: string): string {
  return `"${column.replaceAll('"', '""')}"`;
}
