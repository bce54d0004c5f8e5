import { memberDelete as operation } from '@cinnabar/api/operations/members.js';
import { route } from '../../operation/handler.js';
import { endMembership } from './end-membership.js';

export const memberDelete = route('member', operation, (ctx, { userId }) =>
  ctx.act(async (tx) => {
    await endMembership(tx, { corpId: ctx.corpId, userId, by: ctx.actingMember.userId }, ctx);
    return {};
  }),
);
