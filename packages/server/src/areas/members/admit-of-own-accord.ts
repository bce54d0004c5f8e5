import type { Role } from '@cinnabar/api/permissions.js';
import type { Tx } from '../../database/schema.js';
import { publish } from '../../jobs/outbox.js';
import type { CorpId, UserId } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { aboutMember, memberVerified } from './events.js';
import type { Membership } from './membership.js';
import { confirmMembership, lockMembership, saveMembership } from './store.js';

export interface OwnAccord {
  readonly corpId: CorpId;
  readonly userId: UserId;
  /** The person is verified. */
  readonly realName: string;
  readonly jobNum: string;
  /** Used if the person is not a member yet. */
  readonly roles: readonly Role[];
  readonly now: Date;
}

/**
 * Makes a verified person a member at their own request: they registered the enterprise, or asked to join it. No link
 * has to be sent, and the enterprise may know their identity. An invited member becomes valid.
 */
export async function admitOfOwnAccord(tx: Tx, person: OwnAccord): Promise<Membership> {
  const { corpId, userId, realName, jobNum, roles, now } = person;
  const before = await lockMembership(tx, corpId, userId);
  if (before === null || before.state === 'deleted') {
    const membership = { corpId, userId, userName: realName, jobNum, state: 'valid', roles, now } as const;
    if (!(await saveMembership(tx, membership))) throw refuse('MEMBER_MOBILE_EXIST');
  }
  await confirmMembership(tx, corpId, userId, now);
  await publish(tx, now, [memberVerified.event(aboutMember(corpId, userId))]);
  const admitted = await lockMembership(tx, corpId, userId);
  if (admitted === null) throw new Error(`user ${userId} is not a member of enterprise ${corpId}`);
  return admitted;
}
