import { admitAttempt, NO_ATTEMPTS } from '../../custody/password-lockout.js';
import type { Db, Tx } from '../../database/schema.js';
import type { CorpId, UserId } from '../../operation/context.js';

const CLEARED = {
  password_failures: NO_ATTEMPTS.wrongInARow,
  password_locked_until: NO_ATTEMPTS.lockedUntil,
} as const;

/** Who set a password, and when: an application's id, `page` for the member's own page, `platform` for the operator. */
export interface PasswordOrigin {
  readonly by: string;
  readonly at: Date;
}

/**
 * Sets or replaces the password of a membership, and resets its failures.
 * @param verifier of makeVerifier
 */
export async function setSigningPassword(
  tx: Tx,
  corpId: CorpId,
  userId: UserId,
  verifier: string,
  { by, at }: PasswordOrigin,
): Promise<void> {
  await tx
    .updateTable('members')
    .set({ signing_password: verifier, password_set_by: by, password_set_at: at, ...CLEARED })
    .where('corp_id', '=', corpId)
    .where('user_id', '=', userId)
    .execute();
}

/** Origin of a membership's present password; null if it was not recorded. */
export async function passwordOrigin(db: Db, corpId: CorpId, userId: UserId): Promise<PasswordOrigin | null> {
  const row = await db
    .selectFrom('members')
    .select(['password_set_by as by', 'password_set_at as at'])
    .where('corp_id', '=', corpId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row === undefined || row.by === null || row.at === null ? null : { by: row.by, at: row.at };
}

/**
 * Resets failures after a correct password, unless the password has been replaced meanwhile.
 * @param next its verifier from now on: another one once the pepper was rotated
 */
export async function clearFailures(
  db: Db,
  corpId: CorpId,
  userId: UserId,
  verifier: string,
  next: string,
): Promise<void> {
  await db
    .updateTable('members')
    .set({ ...CLEARED, signing_password: next })
    .where('corp_id', '=', corpId)
    .where('user_id', '=', userId)
    .where('signing_password', '=', verifier)
    .execute();
}

/** Counts one more attempt at a valid member's password as failed until it proves correct. */
export async function countTry(
  tx: Tx,
  corpId: CorpId,
  userId: UserId,
  now: Date,
): Promise<'locked' | 'unset' | { readonly verifier: string }> {
  const row = await tx
    .selectFrom('members')
    .select(['signing_password', 'password_failures', 'password_locked_until'])
    .where('corp_id', '=', corpId)
    .where('user_id', '=', userId)
    .where('state', '=', 'valid')
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined || row.signing_password === null) return 'unset';
  const admission = admitAttempt(
    { wrongInARow: row.password_failures, lockedUntil: row.password_locked_until },
    now,
  );
  if (!admission.admitted) return 'locked';
  await tx
    .updateTable('members')
    .set({
      password_failures: admission.attempts.wrongInARow,
      password_locked_until: admission.attempts.lockedUntil,
    })
    .where('corp_id', '=', corpId)
    .where('user_id', '=', userId)
    .execute();
  return { verifier: row.signing_password };
}
