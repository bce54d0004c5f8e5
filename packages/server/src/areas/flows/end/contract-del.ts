import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { contractDel as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { refuseFor } from '../../../operation/refusal.js';
import { commitFlow } from '../commit/commit-flow.js';
import { withRevision } from '../commit/with-revision.js';
import { actorOf } from '../flow/actor.js';
import { changeOf } from '../flow/rules/decision.js';
import { managesFlow, seeFlow } from '../view/access.js';
import { decideDeletion } from './rules/ending.js';

export function contractDel(
  ctx: MemberContext,
  { flowId }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return withRevision(async () => {
    const seen = await seeFlow(ctx, flowId);
    const { flow } = seen;
    if (!managesFlow(seen)) throw refuseFor('PERMISSION_DENIED');
    const change = changeOf(decideDeletion(flow, { actor: actorOf(ctx), now: ctx.now }));
    return ctx.act(async (tx) => {
      await commitFlow(tx, flow, change, ctx.now);
      return {};
    });
  });
}
