import { randomBytes } from 'node:crypto';
import type { Selectable, ShallowDehydrateObject } from 'kysely';
import { openTexts, type SealedPlace, sealTexts } from '../custody/sealed-texts.js';
import { bytesFromJson, timeFromJson, toJson } from '../database/json.js';
import type { Db } from '../database/schema.js';
import type { StoredFilesTable, StoredPage } from '../database/tables/storage.js';
import { FILE_KEY_RANDOM_BYTES, fileKey, isFileKey } from './file-key.js';

export interface NewFile {
  readonly corpId: number;
  /** Hash of the blob, which is stored already. */
  readonly hash: string;
  /** Bytes. */
  readonly size: number;
  /** As sent, in any script. */
  readonly fileName: string;
  readonly mediaType: string;
  /** Content hash of the upload if `hash` is that of a rewritten form; otherwise null. */
  readonly originalHash: string | null;
  /** Purpose, as defined by the area that stores it. */
  readonly kind: string;
  /** px at 96 dpi, one entry for each page; null if the file has no pages. */
  readonly pages: readonly StoredPage[] | null;
  /** The acting member's user id; null for files created by the service. */
  readonly createdBy: number | null;
}

export interface StoredFile extends NewFile {
  /** The permanent storage key: `fileUrl`. */
  readonly fileKey: string;
  readonly createdAt: Date;
}

/** @param db the handle, or the transaction that the file belongs to */
export async function saveFile(db: Db, file: NewFile, now: Date): Promise<StoredFile> {
  const key = fileKey(randomBytes(FILE_KEY_RANDOM_BYTES), file.fileName);
  // A name often reveals a file's content, and it is not known yet whether its contract will be encrypted.
  const sealed = await sealTexts(db, placeOf(file.corpId, key), file.fileName);
  const row = await db
    .insertInto('stored_files')
    .values({
      corp_id: file.corpId,
      file_key: key,
      hash: file.hash,
      size: file.size,
      file_name: '',
      sealed,
      media_type: file.mediaType,
      original_hash: file.originalHash,
      kind: file.kind,
      pages: file.pages === null ? null : toJson(file.pages),
      created_by: file.createdBy,
      created_at: now,
      kept_from: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return storedFileOf(db, row);
}

/** The file of that key in that enterprise; another enterprise's key finds nothing. */
export async function findFile(db: Db, corpId: number, key: string): Promise<StoredFile | null> {
  if (!isFileKey(key)) return null;
  const row = await db
    .selectFrom('stored_files')
    .selectAll()
    .where('corp_id', '=', corpId)
    .where('file_key', '=', key)
    .executeTakeFirst();
  return row === undefined ? null : storedFileOf(db, row);
}

/** Several files at once, in any order; unknown keys are omitted. */
export async function findFiles(
  db: Db,
  corpId: number,
  keys: readonly string[],
): Promise<readonly StoredFile[]> {
  const possible = keys.filter(isFileKey);
  if (possible.length === 0) return [];
  const rows = await db
    .selectFrom('stored_files')
    .selectAll()
    .where('corp_id', '=', corpId)
    .where((where) => where('file_key', '=', where.fn.any(where.val(possible))))
    .execute();
  return Promise.all(rows.map((row) => storedFileOf(db, row)));
}

/** Age at which the retention period restarts, well before an unused upload is deleted; see removeUnusedUploads. */
const RETENTION_RESTART_MS = 5 * 24 * 3_600_000;

/**
 * Like findFiles, for callers about to refer to the files: every returned file is kept for at least two more days, so
 * that it cannot be deleted before the reference is committed. A concurrent deletion holds the row's lock: afterwards
 * the file is either protected, or deleted and not found.
 */
export async function findFilesToUse(
  db: Db,
  corpId: number,
  keys: readonly string[],
  now: Date,
): Promise<readonly StoredFile[]> {
  const possible = keys.filter(isFileKey);
  if (possible.length === 0) return [];
  await db
    .updateTable('stored_files')
    .set({ kept_from: now })
    .where('corp_id', '=', corpId)
    .where((where) => where('file_key', '=', where.fn.any(where.val(possible))))
    .where('kept_from', '<', new Date(now.getTime() - RETENTION_RESTART_MS))
    .execute();
  return findFiles(db, corpId, possible);
}

function placeOf(corpId: number, key: string): SealedPlace {
  return { corpId, purpose: `file ${key}` };
}

/** A row in JSON form, as part of a row that refers to it. */
export type StoredFileJson = ShallowDehydrateObject<Selectable<StoredFilesTable>>;

export function storedFileFromJson(db: Db, row: StoredFileJson): Promise<StoredFile> {
  return storedFileOf(db, {
    ...row,
    sealed: row.sealed === null ? null : bytesFromJson(row.sealed),
    created_at: timeFromJson(row.created_at),
  });
}

async function storedFileOf(
  db: Db,
  row: Omit<Selectable<StoredFilesTable>, 'kept_from'>,
): Promise<StoredFile> {
  const { sealed } = row;
  return {
    corpId: row.corp_id,
    fileKey: row.file_key,
    hash: row.hash,
    size: row.size,
    fileName:
      sealed === null
        ? row.file_name
        : await openTexts<string>(db, placeOf(row.corp_id, row.file_key), sealed),
    mediaType: row.media_type,
    originalHash: row.original_hash,
    kind: row.kind,
    pages: row.pages,
    createdBy: row.created_by,
    createdAt: row.created_at,
  };
}

/** Encrypts names of files that earlier versions stored unencrypted, in batches. @returns their number */
export async function sealEarlierNames(db: Db, limit: number): Promise<number> {
  const rows = await db
    .selectFrom('stored_files')
    .select(['corp_id', 'file_key', 'file_name'])
    .where('sealed', 'is', null)
    .limit(limit)
    .execute();
  for (const row of rows) {
    const sealed = await sealTexts(db, placeOf(row.corp_id, row.file_key), row.file_name);
    await db
      .updateTable('stored_files')
      .set({ file_name: '', sealed })
      .where('corp_id', '=', row.corp_id)
      .where('file_key', '=', row.file_key)
      .execute();
  }
  return rows.length;
}
