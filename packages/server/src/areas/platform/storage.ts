/** What the database knows of stored files and of itself. */
import { sql } from 'kysely';
import type { Db } from '../../database/schema.js';

const DAY_MS = 24 * 3_600_000;
const REMOVED_WITHIN_MS = 30 * DAY_MS;
const TABLES_SHOWN = 8;
/** Adding up more rows of stored files than this would take seconds. */
const MAX_COUNTED = 1_000_000;

interface FilesOfKind {
  readonly kind: string;
  readonly count: number;
  readonly bytes: number;
}

/** Uploaded files by their purpose; null: there are too many. */
export async function filesByKind(db: Db): Promise<readonly FilesOfKind[] | null> {
  const { rows: estimated } = await sql<{ readonly many: boolean }>`
    select reltuples > ${MAX_COUNTED} as many from pg_class where oid = 'stored_files'::regclass
  `.execute(db);
  if (estimated[0]?.many === true) return null;
  const { rows } = await sql<FilesOfKind>`
    select kind, count(*)::int as count, sum(size)::float8 as bytes
    from stored_files group by kind order by bytes desc, kind
  `.execute(db);
  return rows;
}

interface Removed {
  readonly unused: number;
  readonly erased: number;
  readonly lastTime: Date | null;
}

/** What the clean-up of files has removed of late. */
export async function removedFiles(db: Db, now: Date): Promise<Removed> {
  const since = new Date(now.getTime() - REMOVED_WITHIN_MS);
  const { rows } = await sql<Removed>`
    select coalesce(sum(rows) filter (where kind = 'uploads'), 0)::int as unused,
      coalesce(sum(rows) filter (where kind = 'erasedFiles'), 0)::int as erased,
      max(removed_at) as "lastTime"
    from retention_removals
    where kind in ('uploads', 'erasedFiles') and removed_at > ${since}
  `.execute(db);
  return rows[0] ?? { unused: 0, erased: 0, lastTime: null };
}

interface DatabaseSize {
  readonly bytes: number;
  readonly tables: readonly { readonly name: string; readonly bytes: number; readonly rows: number }[];
  /** When the server last handed over a part of its journal. */
  readonly archivedTime: Date | null;
}

export async function databaseSize(db: Db): Promise<DatabaseSize> {
  const [{ rows: whole }, { rows: tables }] = await Promise.all([
    sql<{ readonly bytes: number; readonly archived: Date | null }>`
      select pg_database_size(current_database())::float8 as bytes,
        (select last_archived_time from pg_stat_archiver) as archived
    `.execute(db),
    sql<DatabaseSize['tables'][number]>`
      select relname as name, pg_total_relation_size(oid)::float8 as bytes, greatest(reltuples, 0)::float8 as rows
      from pg_class
      where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
      order by pg_total_relation_size(oid) desc, relname limit ${TABLES_SHOWN}
    `.execute(db),
  ]);
  return { bytes: whole[0]?.bytes ?? 0, tables, archivedTime: whole[0]?.archived ?? null };
}
