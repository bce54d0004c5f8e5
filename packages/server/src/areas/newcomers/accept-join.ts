import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { acceptJoin as operation } from '@cinnabar/api/operations/members.js';
import type { Tx } from '../../database/schema.js';
import type { MemberContext, UserId } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { ownCorp } from '../enterprise/index.js';
import { admitOfOwnAccord, findUser } from '../members/index.js';
import { notify } from '../notices/index.js';
import { decideJoinRequest } from './store.js';

export async function acceptJoin(
  ctx: MemberContext,
  { userId, accept }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { corpName } = await ownCorp(ctx);
  return ctx.act(async (tx) => {
    const state = accept ? 'accepted' : 'rejected';
    const { corpId, actingMember, now } = ctx;
    const decided = await decideJoinRequest(tx, { corpId, userId, state, by: actingMember.userId, now });
    if (!decided) throw refuse('MEMBER_NOT_FOUND');
    if (accept) await admit(tx, ctx, userId, corpName);
    return { userId, accepted: accept };
  });
}

async function admit(tx: Tx, ctx: MemberContext, userId: UserId, corpName: string): Promise<void> {
  const { corpId, now } = ctx;
  const person = await findUser(tx, userId);
  // Only verified persons can ask to join, and verification is never revoked.
  if (person === null || person.realName === null) throw refuse('MEMBER_NOT_FOUND');
  await admitOfOwnAccord(tx, { corpId, userId, realName: person.realName, jobNum: '', roles: [], now });
  await notify(tx, ctx.services, {
    said: { kind: 'membershipAccepted', facts: { corpName } },
    to: { userId, mobile: person.mobile, corpIds: [corpId] },
    idempotencyKey: `membership-accepted-${await ctx.services.ids.next()}`,
    now,
  });
}
