import type { Db } from '../database/schema.js';
import type { BlobBackend, BlobName } from '../storage/blob-backend.js';
import { isBlobReferenced } from './references.js';

/** A blob is stored before the transaction that refers to it, which commits within this time. */
const GRACE_MS = 3_600_000;

/** Whether the transaction that refers to a blob of this age, in ms, may still be running. */
export function isYoung(age: number): boolean {
  return age < GRACE_MS;
}

/**
 * Deletes a blob that is older than an hour and that nothing refers to. Safe with concurrent puts of the same bytes:
 * see BlobBackend.delete.
 * @returns whether it was deleted
 */
export function removeUnusedBlob(db: Db, backend: BlobBackend, name: BlobName): Promise<boolean> {
  return backend.delete(name, async (age) => !isYoung(age) && !(await isBlobReferenced(db, name)));
}
