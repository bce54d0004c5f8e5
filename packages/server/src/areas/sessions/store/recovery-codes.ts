import { sql } from 'kysely';
import type { Db, Tx } from '../../../database/schema.js';
import type { UserId } from '../../../operation/context.js';

/** New codes in place of all earlier ones. */
export async function replaceRecoveryCodes(
  tx: Tx,
  userId: UserId,
  hashes: readonly string[],
  now: Date,
): Promise<void> {
  await removeRecoveryCodes(tx, userId);
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash, created_at: now, used_at: null })))
    .execute();
}

/** Uses a code. Of concurrent requests with the same one, all but one are told false. */
export async function useRecoveryCode(tx: Tx, userId: UserId, hash: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function countRecoveryCodes(db: Db, userId: UserId): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function removeRecoveryCodes(tx: Tx, userId: UserId): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}
