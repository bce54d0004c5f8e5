import type { Db } from '../database/schema.js';
import { isYoung } from '../storage/blob-age.js';
import type { BlobBackend, BlobName } from '../storage/blob-backend.js';
import { areBlobsHeld } from './hold-blobs.js';
import { isBlobReferenced } from './references.js';

/**
 * Deletes a blob that is older than an hour and that nothing refers to. Safe with concurrent puts of the same bytes:
 * see BlobBackend.delete. While a backup runs, nothing is deleted: a later run finds what remains.
 * @returns whether it was deleted
 */
export function removeUnusedBlob(db: Db, backend: BlobBackend, name: BlobName): Promise<boolean> {
  return backend.delete(
    name,
    async (age) => !isYoung(age) && !(await isBlobReferenced(db, name)) && !(await areBlobsHeld(db)),
  );
}
