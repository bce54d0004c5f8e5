import type pg from 'pg';
import type { OpenDatabase } from '../database/connect.js';
import { keepSession } from '../database/kept-session.js';
import { migrateDatabase, type Step } from '../database/migrate.js';
import { migrations } from '../database/migrations/index.js';
import { installJobs } from '../jobs/worker-schema.js';
import type { BlobBackend } from '../storage/blob-backend.js';
import { BackupError } from './backup-error.js';
import { BlobFolder } from './blob-folder.js';
import { inLanes } from './blob-list.js';
import { loadTables, requireUnused } from './load-tables.js';
import { blobsOf, type Manifest } from './manifest.js';
import {
  loadedSet,
  markRestore,
  restoreMark,
  unfinishedRestore,
  unmarkLoaded,
  unmarkRestore,
} from './restore-mark.js';
import type { SetPlace } from './sealed-file.js';

export interface RestoreParts {
  readonly database: Pick<OpenDatabase, 'pool'>;
  readonly backend: BlobBackend;
  readonly dataDir: string;
  /** Folder of the sets. */
  readonly target: string;
  readonly place: SetPlace;
  readonly manifest: Manifest;
}

/**
 * Refuses a set that this program cannot restore.
 * @throws BackupError
 */
export function requireKnownVersion(
  { migrations: applied, program }: Manifest,
  steps: readonly Step[] = migrations,
): void {
  const index = applied.findIndex((name, position) => steps[position]?.name !== name);
  if (index === -1) return;
  throw new BackupError(
    index >= steps.length
      ? `the set was made by a newer version (${program}), whose database has ${applied[index]}: install that version`
      : `step ${index + 1} of the set's database is ${applied[index]}, of this version ${steps[index]?.name}: it belongs ` +
          'to another program',
  );
}

/**
 * Puts a set into an empty database and an empty storage. What was interrupted is continued by the same call: blobs that
 * are there already are not written again, and the database is loaded in one transaction. No service starts on either
 * before endRestore.
 * @throws BackupError, StoreFailure
 */
export async function restoreSet(parts: RestoreParts): Promise<void> {
  const { database, backend, dataDir, place, manifest } = parts;
  requireKnownVersion(manifest);
  const session = await database.pool.connect();
  try {
    const begun = await unfinishedRestore(dataDir);
    if (begun !== null && begun !== place.set) {
      throw new BackupError(
        `${restoreMark(dataDir)}: the restoring of ${begun} has not ended; continue it, or begin with an empty DATA_DIR`,
      );
    }
    const isLoaded = (await loadedSet(database)) === place.set;
    if (!isLoaded) await requireEmptyDatabase(session, manifest);
    if (begun === null && !isLoaded) await requireEmptyStorage(backend);
    await markRestore(dataDir, place.set);
    const leave = keepSession(session);
    await restoreBlobs(parts);
    leave();
    if (!isLoaded) {
      const known = migrations.slice(0, manifest.migrations.length);
      await migrateDatabase(database, known);
      await installJobs(database);
      await loadTables(session, place, manifest);
    }
    await migrateDatabase(database);
  } finally {
    session.release(true);
  }
}

/** Lets services start on what was restored. */
export async function endRestore({
  database,
  dataDir,
}: Pick<RestoreParts, 'database' | 'dataDir'>): Promise<void> {
  // In this order: as long as the database has its mark, the same command finds what it has loaded.
  await unmarkRestore(dataDir);
  await unmarkLoaded(database);
}

async function requireEmptyDatabase(session: pg.ClientBase, manifest: Manifest): Promise<void> {
  await requireUnused(session);
  if ((await migrationsOf(session)) <= manifest.migrations.length) return;
  throw new BackupError(
    `the set was made by an older version (${manifest.program}), and the database has newer tables already: give a ` +
      'database without tables',
  );
}

async function requireEmptyStorage(backend: BlobBackend): Promise<void> {
  for await (const { name } of backend.list('')) {
    throw new BackupError(`the storage is not empty: it has ${name.hash} of enterprise ${name.corpId}`);
  }
}

/** Number of applied migrations. */
async function migrationsOf(session: pg.ClientBase): Promise<number> {
  const { rows: tables } = await session.query<{ there: boolean }>(
    `select to_regclass('migrations') is not null as there`,
  );
  if (tables[0]?.there !== true) return 0;
  const { rows } = await session.query<{ count: number }>(
    'select count(*)::integer as count from migrations',
  );
  return rows[0]?.count ?? 0;
}

async function restoreBlobs({ backend, target, place, manifest }: RestoreParts): Promise<void> {
  const blobs = new BlobFolder(target);
  const puts = inLanes(blobsOf(place, manifest), async (listed) => {
    if (listed.stored !== null) await backend.put(listed.name, () => blobs.require(listed));
  });
  for await (const _ of puts);
}
