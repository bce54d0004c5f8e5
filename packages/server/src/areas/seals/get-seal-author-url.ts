import { getSealAuthorUrl as operation } from '@cinnabar/api/operations/seals.js';
import { route } from '../../operation/handler.js';
import { issueLink } from '../links/index.js';

export const getSealAuthorUrl = route('member', operation, (ctx) => {
  const { corpId, actingMember, now } = ctx;
  const { userId } = actingMember;
  return ctx.act((tx) => issueLink(tx, ctx.services, { kind: 'seals', corpId, userId, now }));
});
