import type { Db } from '../database/schema.js';
import type { BlobBackend, BlobName } from '../storage/blob-backend.js';
import { isBlobReferenced } from './references.js';

/** A blob is put before the transaction that refers to it; the commit follows sooner than this. */
const GRACE_MS = 3_600_000;

/** Whether the transaction that will refer to a blob of this age, in ms, may still be under way. */
export function isYoung(age: number): boolean {
  return age < GRACE_MS;
}

/**
 * Deletes a blob that is older than an hour and that nothing refers to. Safe against requests that put the same bytes
 * at the same moment: see BlobBackend.delete.
 * @returns whether it was deleted
 */
export function removeUnusedBlob(db: Db, backend: BlobBackend, name: BlobName): Promise<boolean> {
  return backend.delete(name, async (age) => !isYoung(age) && !(await isBlobReferenced(db, name)));
}
