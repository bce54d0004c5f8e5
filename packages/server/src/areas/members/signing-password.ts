import { randomBytes } from 'node:crypto';
import type { PasswordVerdict } from '../../custody/password-lockout.js';
import type { Pepper } from '../../custody/password-verifier.js';
import {
  hashSigningPassword,
  type PasswordOwner,
  verifySigningPassword,
} from '../../custody/signing-password.js';
import type { Tx } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import type { Context, CorpId, UserId } from '../../operation/context.js';
import type { Services } from '../../operation/services.js';
import { clearFailures, countTry } from './password-store.js';
import { clearOwnFailures, countOwnTry } from './person-password-store.js';

export type { PasswordVerdict } from '../../custody/password-lockout.js';

type CheckingContext = Pick<Context, 'db'> & {
  readonly services: Pick<Services, 'masterKey' | 'passwordChecks'>;
};

function pepperOf({ masterKey }: Pick<Services, 'masterKey'>): Pepper {
  return { kid: masterKey.originId, key: masterKey.pepper };
}

/** The stored form of a membership's password. Deliberately slow, so it must not run inside a transaction. */
export function makeVerifier(
  services: Pick<Services, 'masterKey' | 'passwordCost'>,
  corpId: CorpId,
  userId: UserId,
  signPwd: string,
): Promise<string> {
  return slowVerifier(services, { corpId, userId }, signPwd);
}

/**
 * Whether that is the signing password of a valid member. Each attempt is counted and committed before the comparison,
 * in separate transactions: neither concurrent attempts nor a later refusal of the act can make one uncounted. Five
 * consecutive failures lock the password for 30 minutes, even for the correct one.
 *
 * Concurrent attempts with the same password for the same member are one attempt with a shared verdict: signing ten
 * contracts at once must not count as ten failures before the first comparison has succeeded.
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
    tryPassword(ctx, { corpId, userId }, signPwd, {
      count: (tx) => countTry(tx, corpId, userId, now),
      clear: (verifier) => clearFailures(ctx.db, corpId, userId, verifier),
    }),
  );
}

/** Like makeVerifier, for the password that a person sets for themselves. */
export function makeOwnVerifier(
  services: Pick<Services, 'masterKey' | 'passwordCost'>,
  userId: UserId,
  signPwd: string,
): Promise<string> {
  return slowVerifier(services, ofPerson(userId), signPwd);
}

function slowVerifier(
  services: Pick<Services, 'masterKey' | 'passwordCost'>,
  owner: PasswordOwner,
  signPwd: string,
): Promise<string> {
  return hashSigningPassword(signPwd, owner, pepperOf(services), randomBytes(16), services.passwordCost);
}

/** Like checkSigningPassword, for the password that the person has set for themselves. */
export function checkOwnPassword(
  ctx: CheckingContext,
  userId: UserId,
  signPwd: string,
  now: Date,
): Promise<PasswordVerdict> {
  return ctx.services.passwordChecks.get(`person ${userId} ${signPwd}`, () =>
    tryPassword(ctx, ofPerson(userId), signPwd, {
      count: (tx) => countOwnTry(tx, userId, now),
      clear: (verifier) => clearOwnFailures(ctx.db, userId, verifier),
    }),
  );
}

/** No enterprise has the id 0. */
const ofPerson = (userId: UserId): PasswordOwner => ({ corpId: 0, userId });

interface Attempts {
  readonly count: (tx: Tx) => Promise<'locked' | 'unset' | { readonly verifier: string }>;
  readonly clear: (verifier: string) => Promise<void>;
}

async function tryPassword(
  ctx: CheckingContext,
  owner: PasswordOwner,
  signPwd: string,
  { count, clear }: Attempts,
): Promise<PasswordVerdict> {
  const admitted = await transact(ctx.db, count);
  if (typeof admitted === 'string') return admitted;
  const { verifier } = admitted;
  const right = await verifySigningPassword(signPwd, owner, verifier, [pepperOf(ctx.services)]);
  if (!right) return 'wrong';
  await clear(verifier);
  return 'ok';
}
