import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { accessAuth as operation } from '@cinnabar/api/operations/members.js';
import type { MemberContext } from '../../operation/context.js';
import { orFailAs } from '../../operation/failed-step.js';
import { refuse, refuseFor } from '../../operation/refusal.js';
import { issueLink } from '../links/index.js';
import { mayActAs } from './rules.js';
import { findMembership } from './store.js';

export async function accessAuth(
  ctx: MemberContext,
  { userId }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { corpId, actingMember, now } = ctx;
  const member = await findMembership(ctx.db, corpId, userId);
  if (member === null) throw refuse('MEMBER_NOT_FOUND');
  if (!mayActAs(actingMember.roles, member.roles)) throw refuseFor('PERMISSION_DENIED');
  // Invited members cannot act yet, whoever requests it.
  if (member.state !== 'valid') throw refuseFor('NOT_MEMBER');
  return orFailAs('AUTH_GENERATE_FAILED', () =>
    ctx.act((tx) => issueLink(tx, ctx.services, { kind: 'access', corpId, userId, now })),
  );
}
