import { randomBytes } from 'node:crypto';
import type { Context, CorpId, UserId } from '../../context.js';
import { transact } from '../../database/transact.js';
import type { Services } from '../../services.js';
import type { PasswordVerdict } from '../../trust/password-lockout.js';
import { hashSigningPassword, type Pepper, verifySigningPassword } from '../../trust/signing-password.js';
import { clearFailures, countTry } from './password-store.js';

export type { PasswordVerdict } from '../../trust/password-lockout.js';

type CheckingContext = Pick<Context, 'db'> & {
  readonly services: Pick<Services, 'masterKey' | 'passwordChecks'>;
};

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
 * Whether that is the signing password of a valid member. Each try is counted and committed before it is compared, on
 * transactions of its own: neither many tries at once nor an act that is refused afterwards can make one uncounted.
 * Five wrong ones in a row lock the password for 30 minutes, the right one included.
 *
 * The same password for the same member at the same moment is one try, whose verdict all askers share: somebody who
 * signs ten contracts at once has not been wrong ten times before the first of them has proved right.
 */
export function checkSigningPassword(
  ctx: CheckingContext,
  corpId: CorpId,
  userId: UserId,
  signPwd: string,
  now: Date,
): Promise<PasswordVerdict> {
  const { passwordChecks } = ctx.services;
  return passwordChecks.get(`${corpId} ${userId} ${signPwd}`, () =>
    tryPassword(ctx, corpId, userId, signPwd, now),
  );
}

async function tryPassword(
  ctx: CheckingContext,
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
  await clearFailures(ctx.db, corpId, userId, verifier);
  return 'ok';
}
