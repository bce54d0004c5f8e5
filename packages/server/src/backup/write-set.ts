import { mkdir, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { MasterKey } from '../custody/master-key.js';
import type { OpenDatabase } from '../database/connect.js';
import { keepSession } from '../database/kept-session.js';
import type { BlobBackend, BlobName } from '../storage/blob-backend.js';
import { syncFolder } from '../storage/durable-file.js';
import type { EncryptedBlobStore } from '../storage/encrypted-blob-store.js';
import { holdBlobs } from '../unused-files/hold-blobs.js';
import { referencedBlobs } from '../unused-files/references.js';
import { BackupError } from './backup-error.js';
import { BlobFolder, sha256Of } from './blob-folder.js';
import { blobLine, inLanes, ListCursor, type ListedBlob, readBlobLine } from './blob-list.js';
import {
  type BackedUpSequence,
  type BackedUpTable,
  blobsOf,
  findSets,
  type Manifest,
  newSetName,
  placeOf,
  readManifest,
  readUnproven,
  setsFolder,
  writeManifest,
} from './manifest.js';
import { type Pruned, pruneSets } from './prune.js';
import { linesOf, readSealed, type SealedFile, type SetPlace, writeSealed } from './sealed-file.js';
import { COPY_SETTINGS, copyOut, jobsVersionOf, sequencesOf, tablesOf } from './tables.js';

export interface BackupParts {
  readonly database: Pick<OpenDatabase, 'pool'>;
  readonly backend: BlobBackend;
  readonly blobs: Pick<EncryptedBlobStore, 'isIntact'>;
  /** Whether files that earlier backups copied are read whole, and replaced if they are damaged. */
  readonly reread: boolean;
  readonly masterKey: MasterKey;
  /** Folder of the sets. */
  readonly target: string;
  /** Number of finished sets that stay, this one included; null: all of them. */
  readonly keep: number | null;
  /** Time and version of the program, for the manifest. */
  readonly now: Date;
  readonly program: string;
}

export interface WrittenSet {
  readonly manifest: Manifest;
  /** Blobs that no earlier backup had copied, and their bytes. */
  readonly copied: number;
  readonly copiedBytes: number;
  /** The first blobs that the storage did not have, or has damaged. */
  readonly missing: readonly BlobName[];
  /** null if all sets stay. */
  readonly pruned: Pruned | null;
}

/** Names that a report of missing blobs lists. */
const NAMED = 20;
/** List of the blobs to copy, while they are being copied. */
const WANTED = 'wanted';

/**
 * Makes a set while the service runs. The database is read in one snapshot; after that the blobs that the snapshot refers
 * to are copied, which nobody deletes meanwhile. Memory does not depend on the size of either.
 * @throws BackupError, StoreFailure
 */
export async function writeSet(parts: BackupParts): Promise<WrittenSet> {
  const session = await parts.database.pool.connect();
  try {
    await session.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    if (!(await holdBlobs(session))) throw new BackupError('another backup of this service is running');
    return await writeHeld(session, parts);
  } finally {
    // Ends the session, and with it the hold on the blobs.
    session.release(true);
  }
}

async function writeHeld(session: pg.PoolClient, parts: BackupParts): Promise<WrittenSet> {
  const { target, masterKey, keep, now, program } = parts;
  const folder = new BlobFolder(target);
  const { finished } = await findSets(target);
  const newest = finished.at(-1) ?? null;
  const previous = newest === null ? null : await previousSet(target, newest, masterKey);
  await removeRemains(target, folder);
  const place = placeOf(target, newSetName(now, newest), masterKey.backup);
  await mkdir(join(place.folder, 'tables'), { recursive: true, mode: 0o700 });
  const { wanted, ...database } = await copyDatabase(session, place);
  // From here on it only holds the blobs, for hours if there are many to copy.
  keepSession(session);
  const tally = { count: 0, blobBytes: 0, copied: 0, copiedBytes: 0 };
  const missing: BlobName[] = [];
  let missed = 0;
  const known = new ListCursor(previous === null ? noBlobs() : blobsOf(previous.place, previous.manifest));

  async function* lines(): AsyncGenerator<Buffer> {
    const names = wantedBlobs(place, wanted, known);
    const copies = inLanes(names, (each) => copyBlob(each, parts, folder));
    for await (const { listed, isCopied } of copies) {
      if (listed.stored === null) {
        missed += 1;
        if (missing.length < NAMED) missing.push(listed.name);
      } else {
        tally.count += 1;
        tally.blobBytes += listed.stored.size;
        tally.copied += isCopied ? 1 : 0;
        tally.copiedBytes += isCopied ? listed.stored.size : 0;
      }
      yield Buffer.from(blobLine(listed), 'latin1');
    }
  }
  const list = await writeSealed(place, 'blobs', Readable.from(lines(), { objectMode: false }));
  await known.close();
  await unlink(join(place.folder, WANTED));
  // Blobs may have been deleted since the hold was lost.
  await requireHold(session, 'the set stays unfinished');
  const { copied, copiedBytes, ...sums } = tally;
  const manifest: Manifest = {
    format: 1,
    set: place.set,
    madeAt: now.toISOString(),
    program,
    masterKey: masterKey.id,
    origin: masterKey.originId,
    ...database,
    blobs: { ...list, ...sums, missing: missed },
  };
  for (const each of [join(place.folder, 'tables'), place.folder, setsFolder(target)]) {
    await syncFolder(each);
  }
  await writeManifest(place, manifest);
  // Another backup may rely on blobs that no finished set lists yet: none begins while this one holds them.
  const hold = (): Promise<void> => requireHold(session, `${place.set} is finished, old sets remain`);
  const pruned = keep === null ? null : await pruneSets(target, masterKey, keep, hold);
  return { manifest, copied, copiedBytes, missing, pruned };
}

/** The hold on the blobs is that of the session. @throws BackupError if it was lost */
async function requireHold(session: pg.PoolClient, outcome: string): Promise<void> {
  await session.query('select 1').catch((cause: unknown) => {
    throw new BackupError(`the connection to the database was lost: ${outcome}`, { cause });
  });
}

/**
 * The newest set, whose list says what needs no copy; null after a replacement of the master key, which cannot open it.
 * @throws BackupError for the folder of another service, or a damaged set
 */
async function previousSet(
  target: string,
  newest: string,
  { id, originId, backup }: MasterKey,
): Promise<{ readonly place: SetPlace; readonly manifest: Manifest } | null> {
  const place = placeOf(target, newest, backup);
  const { masterKey, origin } = await readUnproven(place);
  if (origin !== originId)
    throw new BackupError(`${target} belongs to another service: choose another folder`);
  return masterKey === id ? { place, manifest: await readManifest(place, id) } : null;
}

async function removeRemains(target: string, blobs: BlobFolder): Promise<void> {
  const { unfinished } = await findSets(target);
  for (const set of unfinished) {
    await rm(join(setsFolder(target), set), { recursive: true, force: true });
  }
  await blobs.tidy();
}

type CopiedDatabase = Pick<Manifest, 'postgres' | 'migrations' | 'jobsVersion' | 'tables' | 'sequences'> & {
  readonly wanted: SealedFile;
};

async function copyDatabase(session: pg.PoolClient, place: SetPlace): Promise<CopiedDatabase> {
  const shapes = await tablesOf(session);
  await session.query('begin isolation level repeatable read read only');
  // Before the first query, which takes the snapshot: until the end, no migration changes a table.
  await session.query(`lock table ${shapes.map(({ name }) => name).join(', ')} in access share mode`);
  await session.query(COPY_SETTINGS);
  const { rows: applied } = await session.query<{ name: string }>(
    'select name from migrations order by number',
  );
  const { rows: server } = await session.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  );
  const jobsVersion = await jobsVersionOf(session);
  const tables: BackedUpTable[] = [];
  for (const shape of shapes) {
    const { schema, table, columns } = shape;
    const rows = session.query(copyTo(copyOut(shape)));
    const file = await writeSealed(place, `tables/${schema}.${table}`, rows);
    tables.push({ schema, table, columns, rows: rows.rowCount, ...file });
  }
  const wanted = await writeSealed(
    place,
    WANTED,
    session.query(copyTo(`copy (${referencedBlobs()}) to stdout (delimiter ' ')`)),
  );
  // Sequences have no snapshot. Read last, they are past every id in the tables.
  const sequences: BackedUpSequence[] = [];
  for (const { schema, sequence, name } of await sequencesOf(session)) {
    const { rows } = await session.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${name}`,
    );
    const [row] = rows;
    if (row !== undefined) sequences.push({ schema, sequence, value: row.value, isCalled: row.called });
  }
  // The long copying of blobs must not keep the database from cleaning up.
  await session.query('commit');
  const migrations = applied.map(({ name }) => name);
  return { postgres: server[0]?.version ?? '', migrations, jobsVersion, tables, sequences, wanted };
}

async function* noBlobs(): AsyncGenerator<ListedBlob> {}

interface WantedBlob {
  readonly name: BlobName;
  /** As the previous set lists it. */
  readonly known: ListedBlob | null;
}

async function* wantedBlobs(
  place: SetPlace,
  { file }: SealedFile,
  known: ListCursor,
): AsyncGenerator<WantedBlob> {
  for await (const line of linesOf(readSealed(place, file))) {
    const { name } = readBlobLine(line);
    yield { name, known: await known.find(name) };
  }
}

/**
 * Copies a blob, unless an earlier backup did. A copy that a list names with its size is trusted until files are read again;
 * any other, and what the storage returns, only if it is the blob: a damaged one would pass for it in every later set.
 */
async function copyBlob(
  { name, known }: WantedBlob,
  { backend, blobs, reread }: Pick<BackupParts, 'backend' | 'blobs' | 'reread'>,
  folder: BlobFolder,
): Promise<{ readonly listed: ListedBlob; readonly isCopied: boolean }> {
  const size = await folder.size(name);
  const isListed = size !== null && known !== null && size === known.stored?.size;
  if (isListed && !reread) return { listed: known, isCopied: false };
  const there = size === null ? null : await folder.read(name);
  if (there !== null && (await blobs.isIntact(name, there)))
    return { listed: listedAs(name, there), isCopied: false };
  const bytes = await backend.get(name);
  if (bytes === null || !(await blobs.isIntact(name, bytes)))
    return { listed: { name, stored: null }, isCopied: false };
  await folder.write(name, bytes);
  return { listed: listedAs(name, bytes), isCopied: true };
}

function listedAs(name: BlobName, bytes: Uint8Array): ListedBlob {
  return { name, stored: { size: bytes.length, sha256: sha256Of(bytes) } };
}
