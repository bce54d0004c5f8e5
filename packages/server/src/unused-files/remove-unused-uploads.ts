import { sql } from 'kysely';
import type { Db } from '../database/schema.js';
import { transact } from '../database/transact.js';
import type { BlobName } from '../storage/blob-backend.js';
import { fileIsUnused } from './references.js';

/** How long an upload is kept for whoever may still use it. */
const KEPT_MS = 7 * 24 * 3_600_000;
const AT_ONCE = 200;

/**
 * Removes uploads that nothing has used for seven days. What is in use is examined again in seven days.
 * @param kinds of stored files that are uploads
 * @returns the blobs that they were, which others may still name
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
      // Anyone who is about to name one waits for this lock, or holds it and has named it when this continues.
      const old = await tx
        .selectFrom('stored_files')
        .select(['corp_id', 'file_key'])
        .where((where) => where('kind', '=', where.fn.any(where.val([...kinds]))))
        .where('kept_from', '<', before)
        .orderBy('kept_from')
        .limit(AT_ONCE)
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
    if (looked < AT_ONCE) return left;
  }
}
