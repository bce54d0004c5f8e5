/**
 * Two marks name the set being restored: a file in the data folder, from the first file on, and a setting in the database,
 * which a service with another data folder finds, from the transaction that loads it. Both last until everything has been
 * examined. Until then no service starts, and no command changes anything: the next one could be a backup of an empty
 * database that removes the very set.
 */
import { mkdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { OpenDatabase } from '../database/connect.js';
import { DatabaseError } from '../database/database-error.js';
import { syncFolder, writeDurably } from '../storage/durable-file.js';

/** @throws DatabaseError `restore-unfinished` */
export async function requireNoRestore(dataDir: string): Promise<void> {
  refuse(await unfinishedRestore(dataDir), 'DATA_DIR');
}

/** @throws DatabaseError `restore-unfinished` */
export async function requireExamined(database: Pick<OpenDatabase, 'pool'>): Promise<void> {
  refuse(await loadedSet(database), 'database');
}

function refuse(set: string | null, place: 'DATA_DIR' | 'database'): void {
  if (set === null) return;
  throw new DatabaseError(
    'restore-unfinished',
    `the restoring of ${set} has not ended: run "cinnabar restore" again, or begin with an empty ${place}`,
  );
}

/** Name of the setting. */
const LOADED = 'restoring_set';

export function restoreMark(dataDir: string): string {
  return join(dataDir, 'restoring');
}

/** The set whose restoring has not ended in that data folder; null if there is none. */
export async function unfinishedRestore(dataDir: string): Promise<string | null> {
  const text = await readFile(restoreMark(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text?.trim() ?? null;
}

export async function markRestore(dataDir: string, set: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = restoreMark(dataDir);
  const draft = `${path}.new`;
  await unlink(draft).catch(() => undefined);
  await writeDurably(draft, path, Buffer.from(`${set}\n`));
}

export async function unmarkRestore(dataDir: string): Promise<void> {
  await unlink(restoreMark(dataDir));
  await syncFolder(dataDir);
}

/** The set that was loaded into the database, and whose restoring has not ended; null without one. */
export async function loadedSet({ pool }: Pick<OpenDatabase, 'pool'>): Promise<string | null> {
  const { rows: tables } = await pool.query<{ there: boolean }>(
    `select to_regclass('settings') is not null as there`,
  );
  if (tables[0]?.there !== true) return null;
  const { rows } = await pool.query<{ set: string }>(
    `select value #>> '{}' as set from settings where name = $1`,
    [LOADED],
  );
  return rows[0]?.set ?? null;
}

/** @param session in the transaction that loads the set */
export async function markLoaded(session: pg.ClientBase, set: string): Promise<void> {
  await session.query(
    `insert into settings (name, value) values ($1, to_jsonb($2::text))
     on conflict (name) do update set value = excluded.value`,
    [LOADED, set],
  );
}

export async function unmarkLoaded({ pool }: Pick<OpenDatabase, 'pool'>): Promise<void> {
  await pool.query('delete from settings where name = $1', [LOADED]);
}
