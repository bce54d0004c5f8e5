import { sql } from 'kysely';
import { retention } from '../database/retention.js';
import type { Db } from '../database/schema.js';
import { transact } from '../database/transact.js';
import type { BlobName } from '../storage/blob-backend.js';
import { fileIsUnused } from './references.js';

/** Retention of unused uploads. */
const KEPT_MS = retention.uploads.days * 24 * 3_600_000;
const BATCH_SIZE = 200;

/**
 * Deletes uploads unused for seven days. Uploads in use are examined again after seven days.
 * @param kinds kinds of stored files that are uploads
 * @returns the blobs of the deleted uploads, which may have other references
 */
export async function removeUnusedUploads(
  db: Db,
  kinds: readonly string[],
  now: Date,
): Promise<readonly BlobName[]> {
  const left: BlobName[] = [];
  const before = new Date(now.getTime() - KEPT_MS);
  for (;;) {
    const { looked, removed } = await transact(db, async (tx) => {
      // A transaction that is about to refer to an upload waits for this lock, or holds it and has referred to it when
      // this continues.
      const old = await tx
        .selectFrom('stored_files')
        .select(['corp_id', 'file_key'])
        .where((where) => where('kind', '=', where.fn.any(where.val([...kinds]))))
        .where('kept_from', '<', before)
        .orderBy('kept_from')
        .limit(BATCH_SIZE)
        .forUpdate()
        .skipLocked()
        .execute();
      if (old.length === 0) return { looked: 0, removed: [] };
      const these = sql<boolean>`(corp_id, file_key) in (${sql.join(
        old.map((row) => sql`(${row.corp_id}::bigint, ${row.file_key}::text)`),
      )})`;
      const gone = await tx
        .deleteFrom('stored_files')
        .where(these)
        .where(fileIsUnused())
        .returning(['corp_id', 'hash', 'original_hash'])
        .execute();
      await tx.updateTable('stored_files').set({ kept_from: now }).where(these).execute();
      return { looked: old.length, removed: gone };
    });
    for (const { corp_id: corpId, hash, original_hash: original } of removed) {
      left.push({ corpId, hash });
      if (original !== null) left.push({ corpId, hash: original });
    }
    if (looked < BATCH_SIZE) return left;
  }
}
