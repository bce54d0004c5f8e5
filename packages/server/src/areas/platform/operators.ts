/** The platform's operators and their duties. */
import { type PlatformDuty, platformDuties } from '@cinnabar/api/platform-duties.js';
import type { IdSource } from '../../database/ids.js';
import type { Db, Tx } from '../../database/schema.js';
import type { UserId } from '../../operation/context.js';
import { ensureUser } from '../members/index.js';
import { insertOperator } from '../sessions/index.js';

export interface ListedOperator {
  readonly userId: UserId;
  readonly name: string;
  readonly mobile: string | null;
  readonly duties: readonly PlatformDuty[];
  readonly createdAt: Date;
}

export async function listOperators(db: Db | Tx): Promise<readonly ListedOperator[]> {
  const rows = await db
    .selectFrom('platform_operators as operator')
    .innerJoin('users', 'users.user_id', 'operator.user_id')
    .select(['operator.user_id', 'operator.name', 'users.mobile', 'operator.duties', 'operator.created_at'])
    .orderBy('operator.created_at')
    .orderBy('operator.user_id')
    .execute();
  return rows.map(({ user_id: userId, name, mobile, duties, created_at: createdAt }) => {
    return { userId, name, mobile, duties: inOrder(duties), createdAt };
  });
}

/**
 * Makes the person of a mobile an operator. They log in to the console by a code first, and set a password and a second
 * factor there, without which the platform lets nobody in.
 * @returns null if they are one already
 */
export async function addOperator(
  tx: Tx,
  ids: IdSource,
  given: { readonly mobile: string; readonly name: string; readonly duties: readonly PlatformDuty[] },
  now: Date,
): Promise<UserId | null> {
  const userId = await ensureUser(tx, ids, given.mobile, now);
  if ((await listOperators(tx)).some((each) => each.userId === userId)) return null;
  await insertOperator(tx, userId, given.name, now);
  await saveDuties(tx, userId, given.duties);
  return userId;
}

/** @returns the duties before; null if there is no such operator */
export async function setDuties(
  tx: Tx,
  userId: UserId,
  duties: readonly PlatformDuty[],
): Promise<readonly PlatformDuty[] | null> {
  const operator = await lockOperator(tx, userId);
  if (operator === null) return null;
  await saveDuties(tx, userId, duties);
  return operator;
}

/** Removes an operator, and ends their sessions. @returns `last`: nobody would be left */
export async function removeOperator(tx: Tx, userId: UserId): Promise<'removed' | 'unknown' | 'last'> {
  if ((await lockOperator(tx, userId)) === null) return 'unknown';
  if ((await listOperators(tx)).length === 1) return 'last';
  await tx.deleteFrom('platform_operators').where('user_id', '=', userId).execute();
  return 'removed';
}

/** All of them, so that two removals at once do not leave nobody. */
async function lockOperator(tx: Tx, userId: UserId): Promise<readonly PlatformDuty[] | null> {
  const rows = await tx
    .selectFrom('platform_operators')
    .select(['user_id', 'duties'])
    .orderBy('user_id')
    .forUpdate()
    .execute();
  return rows.find((row) => row.user_id === userId)?.duties ?? null;
}

async function saveDuties(tx: Tx, userId: UserId, duties: readonly PlatformDuty[]): Promise<void> {
  await tx
    .updateTable('platform_operators')
    .set({ duties: inOrder(duties) })
    .where('user_id', '=', userId)
    .execute();
}

function inOrder(duties: readonly PlatformDuty[]): readonly PlatformDuty[] {
  return platformDuties.filter((duty) => duties.includes(duty));
}
