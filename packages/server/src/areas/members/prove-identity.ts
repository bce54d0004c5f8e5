import type { Tx } from '../../database/schema.js';
import type { ProofOfIdentity } from '../../database/tables/members.js';
import { publish } from '../../jobs/outbox.js';
import type { CorpId, UserId } from '../../operation/context.js';
import { inviteAgain, lockAssertions } from './assertion-store.js';
import { aboutMember, memberContradicted } from './events.js';
import { sameIdentity } from './identity.js';
import type { PreparedIdentity } from './prepared-identity.js';
import { lockIdentity, type StoredIdentity, saveIdentity } from './user-store.js';

export interface Proof {
  readonly identity: PreparedIdentity;
  readonly by: ProofOfIdentity;
  /** The enterprise through which the person proves it; null if none. */
  readonly corpId: CorpId | null;
}

/**
 * Records the first proof of a person's identity. It counts everywhere from now on, and overrides enterprises'
 * assertions: an enterprise that asserted otherwise is notified, and the person becomes invited there again.
 * @param person locked by the caller
 */
export async function saveProof(
  tx: Tx,
  userId: UserId,
  person: StoredIdentity,
  { identity, by, corpId }: Proof,
  now: Date,
): Promise<void> {
  if (person.verifiedAt !== null) throw new Error(`the identity of user ${userId} is proven already`);
  await saveIdentity(tx, userId, { ...identity, verifiedAt: now, provenBy: by, provenIn: corpId });
  await endContradictions(tx, userId, now);
}

async function endContradictions(tx: Tx, userId: UserId, now: Date): Promise<void> {
  const proven = await lockIdentity(tx, userId);
  if (proven === null) return;
  for (const assertion of await lockAssertions(tx, userId)) {
    if (sameIdentity(proven, assertion)) continue;
    await inviteAgain(tx, assertion.corpId, userId);
    await publish(tx, now, [memberContradicted.event(aboutMember(assertion.corpId, userId))]);
  }
}
