import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { memberEndSessions as operation } from '@cinnabar/api/operations/members.js';
import type { MemberContext } from '../../operation/context.js';
import { originOf, recordAct } from '../audit/index.js';
import { requireMemberBelow } from './require-member-below.js';
import { endSessionsOfMember } from './store/member-sessions.js';

export async function memberEndSessions(
  ctx: MemberContext,
  { userId }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { corpId, appId, actingMember } = ctx;
  return ctx.act(async (tx) => {
    await requireMemberBelow(tx, ctx, userId);
    const ended = await endSessionsOfMember(tx, corpId, userId);
    const object = { kind: 'member', id: userId } as const;
    const about = { corpId, userId: actingMember.userId, appId, subjectUserId: userId, object };
    await recordAct(tx, { ...about, act: 'session.end', after: { ended } }, originOf(ctx));
    return { ended };
  });
}
