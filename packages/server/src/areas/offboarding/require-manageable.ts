import type { MemberContext, UserId } from '../../operation/context.js';
import { refuse, refuseFor } from '../../operation/refusal.js';
import { findMembership, mayActAs } from '../members/index.js';

/**
 * What a member has in hand shows what their roles let them see, so nobody lists or distributes it who holds less.
 * @throws Refusal MEMBER_NOT_FOUND, PERMISSION_DENIED
 */
export async function requireManageable(ctx: MemberContext, userId: UserId): Promise<void> {
  const member = await findMembership(ctx.db, ctx.corpId, userId);
  if (member === null) throw refuse('MEMBER_NOT_FOUND');
  if (!mayActAs(ctx.actingMember.roles, member.roles)) throw refuseFor('PERMISSION_DENIED');
}
