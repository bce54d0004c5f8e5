import { contractDel as operation } from '@cinnabar/api/operations/flows.js';
import { route } from '../../../operation/handler.js';
import { refuseFor } from '../../../operation/refusal.js';
import { seeFlow } from '../flow/access.js';
import { actorDetail, actorOf } from '../flow/actor.js';
import { commitFlow } from '../flow/commit-flow.js';
import type { Flow } from '../flow/flow.js';
import { isDeletable } from '../flow/rules/states.js';
import { withRevision } from '../flow/with-revision.js';

export const contractDel = route('member', operation, (ctx, { flowId }) =>
  withRevision(async () => {
    const { flow, viewer, isInitiator } = await seeFlow(ctx, flowId);
    const isOwnContract = viewer.managesContracts && flow.corpId === ctx.corpId;
    if (!isInitiator && !isOwnContract) throw refuseFor('PERMISSION_DENIED');
    if (!isDeletable(flow, ctx.now)) throw refuseFor('FLOW_STATE');
    const after: Flow = { ...flow, deletedAt: ctx.now };
    const events = [{ kind: 'deleted' as const, detail: { actor: actorDetail(actorOf(ctx)) } }];
    return ctx.act(async (tx) => {
      await commitFlow(tx, flow, { after, events, news: [] }, ctx.now);
      return {};
    });
  }),
);
