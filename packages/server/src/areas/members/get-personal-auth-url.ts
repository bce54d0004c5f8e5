import { getPersonalAuthUrl as operation } from '@cinnabar/api/operations/members.js';
import { route } from '../../operation/handler.js';
import { refuse, refuseFor } from '../../operation/refusal.js';
import { issueLink } from '../links/index.js';
import { findMembership } from './store.js';

export const getPersonalAuthUrl = route('target', operation, async (ctx) => {
  const { corpId, targetUserId: userId, now } = ctx;
  const membership = await findMembership(ctx.db, corpId, userId);
  if (membership === null) throw refuseFor('NOT_MEMBER');
  // What the enterprise has asserted is not proven, and what was proven elsewhere counts here once the person agrees.
  if (membership.identity === 'proven') throw refuse('USER_ALREADY_AUTHENTICATED');
  return ctx.act((tx) => issueLink(tx, ctx.services, { kind: 'personalAuth', corpId, userId, now }));
});
