/** All SQL of pictures from which seals are made. */
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../database/schema.js';
import type { SealUploadsTable } from '../../database/tables/seals.js';
import type { CorpId, UserId } from '../../operation/context.js';

export type SealUploadRow = Selectable<SealUploadsTable>;

export async function insertSealUpload(tx: Tx, upload: Omit<SealUploadRow, 'seal_id'>): Promise<void> {
  await tx
    .insertInto('seal_uploads')
    .values({ ...upload, seal_id: null })
    .execute();
}

export interface NewestUpload extends SealUploadRow {
  /** Content hash of the picture. */
  readonly hash: string;
}

/** The acting member's latest upload in this enterprise, used or not. */
export async function newestSealUpload(
  db: Db | Tx,
  corpId: CorpId,
  userId: UserId,
): Promise<NewestUpload | null> {
  const row = await db
    .selectFrom('seal_uploads')
    .innerJoin('stored_files', (join) =>
      join
        .onRef('stored_files.corp_id', '=', 'seal_uploads.corp_id')
        .onRef('stored_files.file_key', '=', 'seal_uploads.file_key'),
    )
    .selectAll('seal_uploads')
    .select('stored_files.hash')
    .where('seal_uploads.corp_id', '=', corpId)
    .where('seal_uploads.user_id', '=', userId)
    .orderBy('seal_uploads.created_at', 'desc')
    .orderBy('seal_uploads.file_key', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Consumes an upload. @returns false if another seal has taken it meanwhile */
export async function useSealUpload(
  tx: Tx,
  corpId: CorpId,
  fileKey: string,
  sealId: SealId,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('seal_uploads')
    .set({ seal_id: sealId })
    .where('corp_id', '=', corpId)
    .where('file_key', '=', fileKey)
    .where('seal_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whether a picture with this content was uploaded in this enterprise for a seal. */
export async function isSealUpload(db: Db, corpId: CorpId, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('stored_files')
    .innerJoin('seal_uploads', (join) =>
      join
        .onRef('seal_uploads.corp_id', '=', 'stored_files.corp_id')
        .onRef('seal_uploads.file_key', '=', 'stored_files.file_key'),
    )
    .select('stored_files.file_key')
    .where('stored_files.corp_id', '=', corpId)
    .where('stored_files.hash', '=', hash)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
