import type { Db, Tx } from '../../../database/schema.js';
import type { UserId } from '../../../operation/context.js';

export async function findLoginPassword(db: Db, userId: UserId): Promise<string | null> {
  const row = await db
    .selectFrom('login_passwords')
    .select('verifier')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.verifier ?? null;
}

export async function saveLoginPassword(tx: Tx, userId: UserId, verifier: string, now: Date): Promise<void> {
  await tx
    .insertInto('login_passwords')
    .values({ user_id: userId, verifier, set_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ verifier, set_at: now }))
    .execute();
}

/** Stores the same password in another form, unless it has been replaced meanwhile. */
export async function replaceLoginPassword(
  db: Db,
  userId: UserId,
  verifier: string,
  next: string,
): Promise<void> {
  await db
    .updateTable('login_passwords')
    .set({ verifier: next })
    .where('user_id', '=', userId)
    .where('verifier', '=', verifier)
    .execute();
}

export async function removeLoginPassword(tx: Tx, userId: UserId): Promise<void> {
  await tx.deleteFrom('login_passwords').where('user_id', '=', userId).execute();
}
