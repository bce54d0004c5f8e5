import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { memberDelete as operation } from '@cinnabar/api/operations/members.js';
import type { MemberContext } from '../../operation/context.js';
import { endMembership } from './end-membership.js';

export function memberDelete(
  ctx: MemberContext,
  { userId }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return ctx.act(async (tx) => {
    await endMembership(tx, { corpId: ctx.corpId, userId, by: ctx.actingMember.userId }, ctx);
    return {};
  });
}
