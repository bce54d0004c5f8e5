import type { Db, Tx } from '../../../database/schema.js';
import type { UserId } from '../../../operation/context.js';

export async function insertOperator(tx: Tx, userId: UserId, name: string, now: Date): Promise<void> {
  await tx.insertInto('platform_operators').values({ user_id: userId, name, created_at: now }).execute();
}

/** Whether the person operates the platform. */
export async function isOperator(db: Db, userId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('platform_operators')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether anybody operates the platform. */
export async function hasOperators(db: Db | Tx): Promise<boolean> {
  const row = await db.selectFrom('platform_operators').select('user_id').limit(1).executeTakeFirst();
  return row !== undefined;
}
