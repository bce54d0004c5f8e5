/** The identity data that a face check needs, and the effects of its result. */

import type { Db, Tx } from '../../database/schema.js';
import { publish } from '../../jobs/outbox.js';
import type { Context, CorpId, UserId } from '../../operation/context.js';
import { refuseFor } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';
import { dropAssertion, findAssertion } from './assertion-store.js';
import { aboutMember, memberVerified } from './events.js';
import { sameIdentity } from './identity.js';
import type { PreparedIdentity } from './prepared-identity.js';
import { saveProof } from './prove-identity.js';
import type { Identity } from './rules.js';
import { confirmMembership, lockMembership } from './store.js';
import { findEncryptedIdentity, findIdentity, lockIdentity } from './user-store.js';
import { identNumIndex, identNumPurpose } from './verification.js';

type Reader = Pick<Context, 'db' | 'services'>;
interface Opener {
  readonly services: Pick<Services, 'envelope'>;
}

/** A person's proven name and number, decrypted for the face comparison; null if nothing is proven. */
export async function personIdentity(
  ctx: Pick<Context, 'db'> & Opener,
  userId: UserId,
): Promise<Identity | null> {
  const stored = await findEncryptedIdentity(ctx.db, userId);
  return stored === null ? null : inTheClear(ctx, userId, stored);
}

/** Name and number under which a member acts for the enterprise: proven, or otherwise asserted by it. */
export async function memberIdentity(ctx: Reader, corpId: CorpId, userId: UserId): Promise<Identity | null> {
  const proven = await personIdentity(ctx, userId);
  if (proven !== null) return proven;
  const asserted = await findAssertion(ctx.db, corpId, userId);
  return asserted === null ? null : inTheClear(ctx, userId, asserted);
}

async function inTheClear(
  { services }: Opener,
  userId: UserId,
  { realName, identNum }: { readonly realName: string; readonly identNum: Uint8Array },
): Promise<Identity> {
  const bytes = await services.envelope.decrypt(0, identNumPurpose(userId), identNum);
  return { realName, identNum: Buffer.from(bytes).toString('utf8') };
}

/**
 * Whether the person has proven to be of this name and ID document number. What others have asserted of them does not
 * suffice.
 */
export async function hasProvenIdentity(
  db: Db | Tx,
  services: Pick<Services, 'masterKey'>,
  userId: UserId,
  { realName, identNum }: Identity,
): Promise<boolean> {
  const stored = await findIdentity(db, userId);
  if (stored === null || stored.verifiedAt === null) return false;
  return sameIdentity(stored, { realName, identNumIndex: identNumIndex(services, identNum) });
}

/** Result of a passed check. */
export interface ShownFace {
  readonly begunAt: Date;
  /** The identity, if the check determined it. */
  readonly identity: PreparedIdentity | null;
}

/**
 * Applies a member's passed face check: they become verified if they were not and the check determined their identity,
 * and a valid member if they were only invited.
 * @throws Refusal NOT_MEMBER
 */
export async function confirmByFace(
  tx: Tx,
  corpId: CorpId,
  userId: UserId,
  { begunAt, identity }: ShownFace,
  now: Date,
): Promise<void> {
  const person = await lockIdentity(tx, userId);
  const membership = await lockMembership(tx, corpId, userId);
  if (person === null || membership === null || membership.state === 'deleted') throw refuseFor('NOT_MEMBER');
  if (membership.identity === 'proven') return;
  if (person.verifiedAt === null) {
    if (identity === null) return;
    const asserted = await findAssertion(tx, corpId, userId);
    await saveProof(tx, userId, person, { identity, by: 'face', corpId }, now);
    // Invited again, because their identity contradicts this enterprise's assertion.
    if (asserted !== null && !sameIdentity(identity, asserted)) return;
  } else if (person.verifiedAt >= begunAt && (identity === null || !sameIdentity(person, identity))) {
    // The check compared nobody with the person, whose identity was unknown when it began: any face would have passed.
    return;
  }
  await dropAssertion(tx, corpId, userId);
  await confirmMembership(tx, corpId, userId, now);
  await publish(tx, now, [memberVerified.event(aboutMember(corpId, userId))]);
}
