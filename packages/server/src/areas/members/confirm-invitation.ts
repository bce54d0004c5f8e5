import type { Tx } from '../../database/schema.js';
import { publish } from '../../jobs/outbox.js';
import type { CorpId, UserId } from '../../operation/context.js';
import { refuseFor } from '../../operation/refusal.js';
import { aboutMember, memberVerified } from './events.js';
import { confirmMembership, lockMembership } from './store.js';
import { lockIdentity } from './user-store.js';

/**
 * The person accepts the invitation: from now on they act for the enterprise, and it may know their identity.
 * @throws Refusal NOT_MEMBER if there is no invitation (any more)
 */
export async function confirmInvitation(tx: Tx, corpId: CorpId, userId: UserId, now: Date): Promise<void> {
  const person = await lockIdentity(tx, userId);
  const membership = await lockMembership(tx, corpId, userId);
  if (person === null || membership === null || membership.state !== 'invited') throw refuseFor('NOT_MEMBER');
  await confirmMembership(tx, corpId, userId, now);
  await publish(tx, now, [memberVerified.event(aboutMember(corpId, userId))]);
}
