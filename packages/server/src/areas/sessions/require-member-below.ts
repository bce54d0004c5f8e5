import type { Db } from '../../database/schema.js';
import type { MemberContext, UserId } from '../../operation/context.js';
import { refuse, refuseFor } from '../../operation/refusal.js';
import { findMembership, mayActAs } from '../members/index.js';

/**
 * Requires a member whose roles do not exceed those of the acting member, so that nobody troubles a superior.
 * @throws Refusal MEMBER_NOT_FOUND, PERMISSION_DENIED
 */
export async function requireMemberBelow(
  db: Db,
  { corpId, actingMember }: Pick<MemberContext, 'corpId' | 'actingMember'>,
  userId: UserId,
): Promise<void> {
  const member = await findMembership(db, corpId, userId);
  if (member === null || member.state !== 'valid') throw refuse('MEMBER_NOT_FOUND');
  if (!mayActAs(actingMember.roles, member.roles)) throw refuseFor('PERMISSION_DENIED');
}
