import { randomBytes } from 'node:crypto';
import type { PasswordVerdict } from '../../custody/password-lockout.js';
import { isMadeWith } from '../../custody/password-verifier.js';
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
  readonly services: Pick<Services, 'rotatedKeys' | 'passwordCost' | 'passwordChecks'>;
};

/** The stored form of a membership's password. Deliberately slow, so it must not run inside a transaction. */
export function makeVerifier(
  services: Pick<Services, 'rotatedKeys' | 'passwordCost'>,
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
      clear: (verifier, next) => clearFailures(ctx.db, corpId, userId, verifier, next),
    }),
  );
}

/** Like makeVerifier, for the password that a person sets for themselves. */
export function makeOwnVerifier(
  services: Pick<Services, 'rotatedKeys' | 'passwordCost'>,
  userId: UserId,
  signPwd: string,
): Promise<string> {
  return slowVerifier(services, ofPerson(userId), signPwd);
}

function slowVerifier(
  services: Pick<Services, 'rotatedKeys' | 'passwordCost'>,
  owner: PasswordOwner,
  signPwd: string,
): Promise<string> {
  return hashSigningPassword(
    signPwd,
    owner,
    services.rotatedKeys.pepper,
    randomBytes(16),
    services.passwordCost,
  );
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
      clear: (verifier, next) => clearOwnFailures(ctx.db, userId, verifier, next),
    }),
  );
}

/** No enterprise has the id 0. */
const ofPerson = (userId: UserId): PasswordOwner => ({ corpId: 0, userId });

interface Attempts {
  readonly count: (tx: Tx) => Promise<'locked' | 'unset' | { readonly verifier: string }>;
  /** @param next what is stored instead of it */
  readonly clear: (verifier: string, next: string) => Promise<void>;
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
  const { rotatedKeys } = ctx.services;
  const right = await rotatedKeys.withPeppers((peppers) =>
    verifySigningPassword(signPwd, owner, verifier, peppers),
  );
  if (!right) return 'wrong';
  const isPresent = isMadeWith(verifier, rotatedKeys.pepper);
  await clear(verifier, isPresent ? verifier : await slowVerifier(ctx.services, owner, signPwd));
  return 'ok';
}
