/** Log-in by password and second factor in one request, so that nobody learns which of the two was wrong. */
import { hashLoginPassword, verifyLoginPassword } from '../../custody/login-password.js';
import { isMadeWith } from '../../custody/password-verifier.js';
import type { Db } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import type { Context, UserId } from '../../operation/context.js';
import { refuseFor } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';
import { userByMobile } from '../members/index.js';
import { limitWrongTries } from './limit-wrong-tries.js';
import { mayLogIn } from './may-log-in.js';
import { noteRefused, type RefusedDoor } from './refused-logins.js';
import { examineFactor, useFactor } from './second-factor.js';
import { isOperator } from './store/operators.js';
import { findLoginPassword, replaceLoginPassword } from './store/passwords.js';

type LoginContext = Pick<Context, 'db' | 'services' | 'now' | 'address' | 'device' | 'requestId'>;

interface GivenPassword {
  readonly mobile: string;
  readonly password: string;
  /** An authenticator code or a recovery code. */
  readonly factor: string;
}

/**
 * The member with that password and that second factor.
 * @throws Refusal LOGIN_WRONG, whatever was wrong; CREDENTIALS_LIMITED
 */
export function requireLoginPassword(ctx: LoginContext, given: GivenPassword): Promise<UserId> {
  return requirePassword(ctx, given, { door: 'console', mayEnter: mayLogIn });
}

/** The operator of the platform with that password and that second factor. A member is refused like a stranger. */
export function requireOperatorPassword(ctx: LoginContext, given: GivenPassword): Promise<UserId> {
  return requirePassword(ctx, given, { door: 'platform', mayEnter: isOperator });
}

interface Door {
  readonly door: RefusedDoor;
  readonly mayEnter: (db: Db, userId: UserId) => Promise<boolean>;
}

async function requirePassword(
  ctx: LoginContext,
  given: GivenPassword,
  { door, mayEnter }: Door,
): Promise<UserId> {
  const tried = { mobile: given.mobile, method: 'password', door } as const;
  return limitWrongTries(ctx, () =>
    noteRefused(ctx, tried, () => requiredLoginPassword(ctx, given, mayEnter)),
  );
}

async function requiredLoginPassword(
  { db, services, now }: Pick<Context, 'db' | 'services' | 'now'>,
  given: GivenPassword,
  mayEnter: Door['mayEnter'],
): Promise<UserId> {
  const person = await userByMobile(db, given.mobile);
  const userId = person?.userId ?? null;
  const verifier = userId === null ? null : await findLoginPassword(db, userId);
  const isRight = await matches(services, userId, verifier, given.password);
  const examined = userId === null ? null : await examineFactor(db, services, userId, given.factor, now);
  if (userId === null || !isRight || !(await mayEnter(db, userId))) throw refuseFor('LOGIN_WRONG');
  if ((await transact(db, (tx) => useFactor(tx, userId, examined, now))) === null) {
    throw refuseFor('LOGIN_WRONG');
  }
  if (verifier !== null) await renewVerifier(db, services, { userId, verifier }, given.password);
  return userId;
}

/** Once the pepper was rotated, the password is stored by the new one. */
async function renewVerifier(
  db: Db,
  { rotatedKeys, passwordCost }: Pick<Services, 'rotatedKeys' | 'passwordCost'>,
  { userId, verifier }: { readonly userId: UserId; readonly verifier: string },
  password: string,
): Promise<void> {
  const { pepper } = rotatedKeys;
  if (isMadeWith(verifier, pepper)) return;
  const next = await hashLoginPassword(password, userId, pepper, passwordCost);
  await replaceLoginPassword(db, userId, verifier, next);
}

/** Takes the same time without a password. */
async function matches(
  services: Pick<Services, 'rotatedKeys' | 'passwordCost'>,
  userId: UserId | null,
  verifier: string | null,
  password: string,
): Promise<boolean> {
  const { rotatedKeys, passwordCost } = services;
  if (userId !== null && verifier !== null)
    return rotatedKeys.withPeppers((peppers) => verifyLoginPassword(password, userId, verifier, peppers));
  await hashLoginPassword(password, 0, rotatedKeys.pepper, passwordCost);
  return false;
}
