import { contractExtend as operation } from '@cinnabar/api/flows.js';
import { route } from '../../handler.js';
import { invalidField, refuseFor } from '../../refusal.js';
import { seeFlow } from './access.js';
import { actorDetail, actorOf } from './actor.js';
import { FlowStatus } from './flow.js';
import { isOpen, isPastDeadline } from './rules/states.js';
import { commitFlow } from './store/commit-flow.js';
import { withRevision } from './with-revision.js';

export const contractExtend = route('operator', operation, (ctx, { flowId, expireDate }) =>
  withRevision(async () => {
    const { flow, isInitiator } = await seeFlow(ctx, flowId);
    if (!isInitiator) throw refuseFor('PERMISSION_DENIED');
    if (expireDate <= ctx.now) {
      throw invalidField('expireDate', { zh: '须晚于当前时间', en: 'must lie in the future' });
    }
    if (isPastDeadline(flow, ctx.now)) throw refuseFor('FLOW_EXPIRED');
    if (!isOpen(flow.status) && flow.status !== FlowStatus.draft) throw refuseFor('FLOW_STATE');
    const detail = {
      actor: actorDetail(actorOf(ctx)),
      before: flow.deadline?.toISOString() ?? null,
      after: expireDate.toISOString(),
    };
    const after = { ...flow, deadline: expireDate };
    return ctx.act(async (tx) => {
      await commitFlow(tx, flow, { after, events: [{ kind: 'extended', detail }], news: [] }, ctx.now);
      return {};
    });
  }),
);
