import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { contractRefuse as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { actsInOwnSession } from '../../../operation/own-session.js';
import { seeAsParticipant } from '../flow/access.js';
import { actorOf } from '../flow/actor.js';
import { commitFlow } from '../flow/commit-flow.js';
import { changeOf } from '../flow/rules/decision.js';
import { withRevision } from '../flow/with-revision.js';
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
