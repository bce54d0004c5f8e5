import { contractDel as operation } from '@cinnabar/api/flows.js';
import { route } from '../../handler.js';
import { refuseFor } from '../../refusal.js';
import { seeFlow } from './access.js';
import { actorDetail, actorOf } from './actor.js';
import { commitFlow } from './commit-flow.js';
import type { Flow } from './flow.js';
import { isDeletable } from './rules/states.js';
import { withRevision } from './with-revision.js';

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
