import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { contractModify as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { refuseFor } from '../../../operation/refusal.js';
import { commitFlow } from '../commit/commit-flow.js';
import { withRevision } from '../commit/with-revision.js';
import { actorDetail, actorOf } from '../flow/actor.js';
import { seeFlow } from '../view/access.js';

export function contractModify(
  ctx: MemberContext,
  { flowId, remark }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return withRevision(async () => {
    const { flow, isInitiator } = await seeFlow(ctx, flowId);
    if (!isInitiator) throw refuseFor('PERMISSION_DENIED');
    const detail = { actor: actorDetail(actorOf(ctx)), before: flow.remark, after: remark };
    const events = [{ kind: 'remarkChanged' as const, detail }];
    return ctx.act(async (tx) => {
      await commitFlow(tx, flow, { after: { ...flow, remark }, events, news: [] }, ctx.now);
      return {};
    });
  });
}
