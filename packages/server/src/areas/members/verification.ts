import { blindIndex } from '../../custody/secrets.js';
import type { Tx } from '../../database/schema.js';
import type { ProofOfIdentity } from '../../database/tables/members.js';
import { transact } from '../../database/transact.js';
import type { Context, CorpId, UserId } from '../../operation/context.js';
import { refuse, refuseFor } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';
import { dropAssertion, findAssertion, saveAssertion } from './assertion-store.js';
import { sameIdentity } from './identity.js';
import type { Membership } from './membership.js';
import { setSigningPassword } from './password-store.js';
import type { PreparedIdentity } from './prepared-identity.js';
import { saveProof } from './prove-identity.js';
import { type AuthInfo, type Identity, needsConfirmation } from './rules.js';
import { makeVerifier } from './signing-password.js';
import { confirmMembership, lockMembership } from './store.js';
import { lockIdentity, type StoredIdentity } from './user-store.js';

/** A person's identity and the password of one membership, ready to be stored. */
export interface Verification {
  readonly corpId: CorpId;
  readonly userId: UserId;
  readonly identity: PreparedIdentity;
  readonly passwordVerifier: string;
  /** Who sets it: an application's id, or `platform`. */
  readonly passwordBy: string;
}

/** Source of an identity: an application's assertion, or the person's own proof. */
export type Word =
  | { readonly kind: 'asserted'; readonly appId: string }
  | { readonly kind: 'proven'; readonly by: ProofOfIdentity };

/**
 * - `verified`: the enterprise did not know its member's identity before
 * - `confirmed`: proven elsewhere, and now a member here at their own request
 * - `replaced`: known before; only the password is new
 */
export type VerificationOutcome = 'verified' | 'confirmed' | 'replaced';

export function identNumIndex(services: Pick<Services, 'masterKey'>, identNum: string): string {
  return blindIndex(services.masterKey.blindIndex, 'users.ident_num', identNum);
}

/** Associated data to which the encrypted number is bound. */
export function identNumPurpose(userId: UserId): string {
  return `certificate number of user ${userId}`;
}

/** Encrypts the identity, before the transaction. */
export async function prepareIdentity(
  services: Pick<Services, 'envelope' | 'masterKey'>,
  userId: UserId,
  { realName, identNum }: Identity,
): Promise<PreparedIdentity> {
  // A person belongs to no enterprise, so their number is encrypted with the platform's key.
  const encrypted = await services.envelope.encrypt(
    0,
    identNumPurpose(userId),
    Buffer.from(identNum, 'utf8'),
  );
  return { realName, identNum: encrypted, identNumIndex: identNumIndex(services, identNum) };
}

/** Encrypts and hashes; slow, so it runs before the transaction. */
export async function prepareVerification(
  services: Pick<Services, 'envelope' | 'masterKey' | 'rotatedKeys' | 'passwordCost'>,
  corpId: CorpId,
  userId: UserId,
  info: AuthInfo,
  passwordBy: string,
): Promise<Verification> {
  return {
    corpId,
    userId,
    identity: await prepareIdentity(services, userId, info),
    passwordVerifier: await makeVerifier(services, corpId, userId, info.signPwd),
    passwordBy,
  };
}

/**
 * Stores a member's identity, or confirms that it equals the stored one, and sets the password of the membership.
 * Checks made before the transaction are repeated under the locks.
 *
 * @throws Refusal AUTH_INFO_INVALID if another name or number is stored, CONFIRMATION_REQUIRED, NOT_MEMBER
 */
export async function applyVerification(
  tx: Tx,
  verification: Verification,
  word: Word,
  now: Date,
): Promise<VerificationOutcome> {
  const { corpId, userId, passwordVerifier, passwordBy } = verification;
  const person = await lockIdentity(tx, userId);
  const membership = await lockMembership(tx, corpId, userId);
  if (person === null || membership === null || membership.state === 'deleted') throw refuseFor('NOT_MEMBER');
  const known = { person, membership };
  const outcome =
    word.kind === 'asserted'
      ? await assert(tx, verification, known, word.appId, now)
      : await prove(tx, verification, known, word.by, now);
  await setSigningPassword(tx, corpId, userId, passwordVerifier, { by: passwordBy, at: now });
  return outcome;
}

interface Known {
  readonly person: StoredIdentity;
  readonly membership: Membership;
}

async function assert(
  tx: Tx,
  { corpId, userId, identity }: Verification,
  { person, membership }: Known,
  appId: string,
  now: Date,
): Promise<VerificationOutcome> {
  if (needsConfirmation(membership, person)) throw refuseFor('CONFIRMATION_REQUIRED');
  if (membership.identity === null) {
    await saveAssertion(tx, corpId, userId, { ...identity, by: appId }, now);
    return 'verified';
  }
  const stored = membership.identity === 'proven' ? person : await findAssertion(tx, corpId, userId);
  if (stored === null || !sameIdentity(stored, identity)) throw refuse('AUTH_INFO_INVALID');
  return 'replaced';
}

async function prove(
  tx: Tx,
  { corpId, userId, identity }: Verification,
  { person, membership }: Known,
  by: ProofOfIdentity,
  now: Date,
): Promise<VerificationOutcome> {
  const wasProven = person.verifiedAt !== null;
  if (wasProven && !sameIdentity(person, identity)) throw refuse('AUTH_INFO_INVALID');
  // The person's own proof replaces the enterprise's earlier assertion.
  await dropAssertion(tx, corpId, userId);
  await confirmMembership(tx, corpId, userId, now);
  if (!wasProven) await saveProof(tx, userId, person, { identity, by, corpId }, now);
  if (membership.identity === 'proven') return 'replaced';
  return wasProven ? 'confirmed' : 'verified';
}

/** Verifies a member on the assertion of the operator, who has seen them, without asking an identity provider. */
export async function verifyMember(
  ctx: Pick<Context, 'db'> & {
    readonly services: Pick<Services, 'envelope' | 'masterKey' | 'rotatedKeys' | 'passwordCost'>;
  },
  member: { readonly corpId: CorpId; readonly userId: UserId; readonly info: AuthInfo; readonly now: Date },
): Promise<VerificationOutcome> {
  const { corpId, userId, info } = member;
  const verification = await prepareVerification(ctx.services, corpId, userId, info, 'platform');
  return transact(ctx.db, (tx) =>
    applyVerification(tx, verification, { kind: 'proven', by: 'platform' }, member.now),
  );
}
