import type { OutputOf } from '@cinnabar/api/operation.js';
import type { getPersonalAuthUrl as operation } from '@cinnabar/api/operations/members.js';
import type { TargetContext } from '../../operation/context.js';
import { refuse, refuseFor } from '../../operation/refusal.js';
import { issueLink } from '../links/index.js';
import { findMembership } from './store.js';

export async function getPersonalAuthUrl(ctx: TargetContext): Promise<OutputOf<typeof operation>> {
  const { corpId, targetUserId: userId, now } = ctx;
  const membership = await findMembership(ctx.db, corpId, userId);
  if (membership === null) throw refuseFor('NOT_MEMBER');
  // An assertion by the enterprise is not proof, and a proof made elsewhere counts here once the person accepts.
  if (membership.identity === 'proven') throw refuse('USER_ALREADY_AUTHENTICATED');
  return ctx.act((tx) => issueLink(tx, ctx.services, { kind: 'personalAuth', corpId, userId, now }));
}
