import { randomBytes } from 'node:crypto';
import type { Context, CorpId, UserId } from '../../context.js';
import type { Tx } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import type { Services } from '../../services.js';
import { admitAttempt, NO_ATTEMPTS } from '../../trust/password-lockout.js';
import { hashSigningPassword, type Pepper, verifySigningPassword } from '../../trust/signing-password.js';

export type PasswordVerdict = 'ok' | 'wrong' | 'locked' | 'unset';

function pepperOf({ masterKey }: Pick<Services, 'masterKey'>): Pepper {
  return { kid: masterKey.id, key: masterKey.pepper };
}

/** The form in which a password of that membership is stored. Slow on purpose: not inside a transaction. */
export function makeVerifier(
  services: Pick<Services, 'masterKey'>,
  corpId: CorpId,
  userId: UserId,
  signPwd: string,
): Promise<string> {
  return hashSigningPassword(signPwd, { corpId, userId }, pepperOf(services), randomBytes(16));
}

/**
 * Sets or replaces the password of a membership, and forgets earlier failures.
 * @param verifier of makeVerifier
 */
export async function setSigningPassword(
  tx: Tx,
  corpId: CorpId,
  userId: UserId,
  verifier: string,
): Promise<void> {
  await tx
    .updateTable('members')
    .set({
      signing_password: verifier,
      password_failures: NO_ATTEMPTS.wrongInARow,
      password_locked_until: NO_ATTEMPTS.lockedUntil,
    })
    .where('corp_id', '=', corpId)
    .where('user_id', '=', userId)
    .execute();
}

/**
 * Whether that is the signing password of a valid member. Each try is counted and committed before it is compared, on
 * transactions of its own: neither many tries at once nor an act that is refused afterwards can make one uncounted.
 * Five wrong ones in a row lock the password for 30 minutes, the right one included.
 */
export async function checkSigningPassword(
  ctx: Pick<Context, 'db'> & { readonly services: Pick<Services, 'masterKey'> },
  corpId: CorpId,
  userId: UserId,
  signPwd: string,
  now: Date,
): Promise<PasswordVerdict> {
  const admitted = await transact(ctx.db, (tx) => countTry(tx, corpId, userId, now));
  if (typeof admitted === 'string') return admitted;
  const { verifier } = admitted;
  const right = await verifySigningPassword(signPwd, { corpId, userId }, verifier, [pepperOf(ctx.services)]);
  if (!right) return 'wrong';
  await ctx.db
    .updateTable('members')
    .set({
      password_failures: NO_ATTEMPTS.wrongInARow,
      password_locked_until: NO_ATTEMPTS.lockedUntil,
    })
    .where('corp_id', '=', corpId)
    .where('user_id', '=', userId)
    .where('signing_password', '=', verifier)
    .execute();
  return 'ok';
}

async function countTry(
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
