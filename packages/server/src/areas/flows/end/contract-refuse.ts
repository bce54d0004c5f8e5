import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { contractRefuse as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { actsInOwnSession } from '../../../operation/own-session.js';
import { commitFlow } from '../commit/commit-flow.js';
import { withRevision } from '../commit/with-revision.js';
import { actorOf } from '../flow/actor.js';
import { changeOf } from '../flow/rules/decision.js';
import { seeAsParticipant } from '../view/access.js';
import { decideRefusal } from './rules/ending.js';

export function contractRefuse(
  ctx: MemberContext,
  { flowId, refuseMsg = '' }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return withRevision(async () => {
    const { flow, own } = await seeAsParticipant(ctx, flowId);
    const command = {
      actor: actorOf(ctx),
      own,
      inOwnSession: actsInOwnSession(ctx),
      reason: refuseMsg,
      now: ctx.now,
    };
    const change = changeOf(decideRefusal(flow, command));
    return ctx.act(async (tx) => {
      await commitFlow(tx, flow, change, ctx.now);
      return {};
    });
  });
}
