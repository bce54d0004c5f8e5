import { addRemoved, type Removed } from '../../database/remove-counted.js';
import type { Db } from '../../database/schema.js';
import type { BlobBackend } from '../../storage/blob-backend.js';
import { isBlobReferenced } from '../../unused-files/references.js';
import { removeUnusedBlob } from '../../unused-files/remove-unused-blob.js';

/** Limit of blobs handled in one run; the next run handles the rest. */
const AT_ONCE = 1000;

/**
 * Deletes the blobs of erased persons. A blob that something else refers to stays, like one that is too young to be
 * deleted safely: the next run handles that one, and what is left when the signal is aborted.
 * @returns the deleted blobs
 */
export async function removeErasedBlobs(db: Db, backend: BlobBackend, signal: AbortSignal): Promise<Removed> {
  const rows = await db
    .selectFrom('erased_blobs')
    .select(['corp_id', 'hash'])
    .orderBy('erased_at')
    .limit(AT_ONCE)
    .execute();
  const removed: Removed[] = [];
  for (const { corp_id: corpId, hash } of rows) {
    if (signal.aborted) break;
    const name = { corpId, hash };
    if (await removeUnusedBlob(db, backend, name)) removed.push(new Map([[corpId, 1]]));
    else if (!(await isBlobReferenced(db, name)) && (await backend.get(name)) !== null) continue;
    await db.deleteFrom('erased_blobs').where('corp_id', '=', corpId).where('hash', '=', hash).execute();
  }
  return addRemoved(...removed);
}
