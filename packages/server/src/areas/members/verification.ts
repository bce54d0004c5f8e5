import type { Context, CorpId, UserId } from '../../context.js';
import type { Tx } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import { refuse, refuseFor } from '../../refusal.js';
import type { Services } from '../../services.js';
import { blindIndex, sameSecret } from '../../trust/secrets.js';
import { setSigningPassword } from './password-store.js';
import { type AuthInfo, type Identity, nameKey } from './rules.js';
import { makeVerifier } from './signing-password.js';
import { confirmMembership, lockMembership } from './store.js';
import { lockIdentity, type StoredIdentity, saveIdentity } from './user-store.js';

/** A person's identity, ready to be stored. */
export interface PreparedIdentity {
  readonly realName: string;
  /** Encrypted. */
  readonly identNum: Uint8Array;
  readonly identNumIndex: string;
}

/** A person's identity and the password of one membership, ready to be stored. */
export interface Verification extends PreparedIdentity {
  readonly corpId: CorpId;
  readonly userId: UserId;
  readonly passwordVerifier: string;
}

/**
 * - `verified`: the person was not verified before
 * - `confirmed`: verified elsewhere, and now a member here of their own accord
 * - `replaced`: verified and confirmed before; only the password is new
 */
export type VerificationOutcome = 'verified' | 'confirmed' | 'replaced';

export function identNumIndex(services: Pick<Services, 'masterKey'>, identNum: string): string {
  return blindIndex(services.masterKey.blindIndex, 'users.ident_num', identNum);
}

/** Whether name and number are those that the person was verified with. */
export function sameIdentity(
  stored: Pick<StoredIdentity, 'real_name' | 'ident_num_index'>,
  given: { readonly realName: string; readonly identNumIndex: string },
): boolean {
  const sameNumber = sameSecret(given.identNumIndex, stored.ident_num_index ?? '');
  return sameNumber && stored.real_name !== null && nameKey(stored.real_name) === nameKey(given.realName);
}

/** What the encrypted number is bound to. */
export function identNumPurpose(userId: UserId): string {
  return `certificate number of user ${userId}`;
}

/** Encrypts: before the transaction. */
export async function prepareIdentity(
  services: Pick<Services, 'envelope' | 'masterKey'>,
  userId: UserId,
  { realName, identNum }: Identity,
): Promise<PreparedIdentity> {
  // A person belongs to no enterprise: their number lies under the platform's key.
  const encrypted = await services.envelope.encrypt(
    0,
    identNumPurpose(userId),
    Buffer.from(identNum, 'utf8'),
  );
  return { realName, identNum: encrypted, identNumIndex: identNumIndex(services, identNum) };
}

/** Encrypts and hashes: slow, so before the transaction. */
export async function prepareVerification(
  services: Pick<Services, 'envelope' | 'masterKey'>,
  corpId: CorpId,
  userId: UserId,
  info: AuthInfo,
): Promise<Verification> {
  return {
    corpId,
    userId,
    ...(await prepareIdentity(services, userId, info)),
    passwordVerifier: await makeVerifier(services, corpId, userId, info.signPwd),
  };
}

/**
 * Stores a person's identity, or confirms that it is the stored one, and sets the password of the membership. What
 * was checked before the transaction is decided anew under the locks.
 *
 * @throws Refusal AUTH_INFO_INVALID where the person is verified with another name or number, 403 NOT_MEMBER
 */
export async function applyVerification(
  tx: Tx,
  verification: Verification,
  now: Date,
): Promise<VerificationOutcome> {
  const { corpId, userId } = verification;
  const stored = await lockIdentity(tx, userId);
  const membership = await lockMembership(tx, corpId, userId);
  if (stored === null || membership === null || membership.state === 'deleted') throw refuseFor('NOT_MEMBER');
  const wasVerified = stored.verified_at !== null;
  if (wasVerified && !sameIdentity(stored, verification)) throw refuse('AUTH_INFO_INVALID');
  if (!wasVerified) {
    const { realName, identNum } = verification;
    await saveIdentity(tx, userId, {
      realName,
      identNum,
      identNumIndex: verification.identNumIndex,
      verifiedAt: now,
    });
  }
  await confirmMembership(tx, corpId, userId, now);
  await setSigningPassword(tx, corpId, userId, verification.passwordVerifier);
  if (!wasVerified) return 'verified';
  return membership.realName === null ? 'confirmed' : 'replaced';
}

/** Verifies a member on the word of the platform's operator, without asking an identity provider. */
export async function verifyMember(
  ctx: Pick<Context, 'db'> & { readonly services: Pick<Services, 'envelope' | 'masterKey'> },
  member: { readonly corpId: CorpId; readonly userId: UserId; readonly info: AuthInfo; readonly now: Date },
): Promise<VerificationOutcome> {
  const verification = await prepareVerification(ctx.services, member.corpId, member.userId, member.info);
  return transact(ctx.db, (tx) => applyVerification(tx, verification, member.now));
}
