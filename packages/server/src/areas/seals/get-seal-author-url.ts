import type { OutputOf } from '@cinnabar/api/operation.js';
import type { getSealAuthorUrl as operation } from '@cinnabar/api/operations/seals.js';
import type { MemberContext } from '../../operation/context.js';
import { issueLink } from '../links/index.js';

export function getSealAuthorUrl(ctx: MemberContext): Promise<OutputOf<typeof operation>> {
  const { corpId, actingMember, now } = ctx;
  const { userId } = actingMember;
  return ctx.act((tx) => issueLink(tx, ctx.services, { kind: 'seals', corpId, userId, now }));
}
