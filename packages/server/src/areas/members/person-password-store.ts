/** Signing passwords of persons, which are independent of enterprises. */

import { admitAttempt, NO_ATTEMPTS } from '../../custody/password-lockout.js';
import type { Db, Tx } from '../../database/schema.js';
import type { UserId } from '../../operation/context.js';

const CLEARED = { failures: NO_ATTEMPTS.wrongInARow, locked_until: NO_ATTEMPTS.lockedUntil } as const;

/**
 * Sets or replaces it, and resets its failures.
 * @param verifier of makeOwnVerifier
 */
export async function setOwnPassword(tx: Tx, userId: UserId, verifier: string): Promise<void> {
  const values = { verifier, ...CLEARED };
  await tx
    .insertInto('person_passwords')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

export async function hasOwnPassword(db: Db, userId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('person_passwords')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Resets failures after a correct password, unless the password has been replaced meanwhile.
 * @param next its verifier from now on: another one once the pepper was rotated
 */
export async function clearOwnFailures(
  db: Db,
  userId: UserId,
  verifier: string,
  next: string,
): Promise<void> {
  await db
    .updateTable('person_passwords')
    .set({ ...CLEARED, verifier: next })
    .where('user_id', '=', userId)
    .where('verifier', '=', verifier)
    .execute();
}

/** Counts one more attempt as failed until it proves correct. */
export async function countOwnTry(
  tx: Tx,
  userId: UserId,
  now: Date,
): Promise<'locked' | 'unset' | { readonly verifier: string }> {
  const row = await tx
    .selectFrom('person_passwords')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return 'unset';
  const admission = admitAttempt({ wrongInARow: row.failures, lockedUntil: row.locked_until }, now);
  if (!admission.admitted) return 'locked';
  const { wrongInARow, lockedUntil } = admission.attempts;
  await tx
    .updateTable('person_passwords')
    .set({ failures: wrongInARow, locked_until: lockedUntil })
    .where('user_id', '=', userId)
    .execute();
  return { verifier: row.verifier };
}
