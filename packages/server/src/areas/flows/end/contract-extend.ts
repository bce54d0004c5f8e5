import { contractExtend as operation } from '@cinnabar/api/operations/flows.js';
import { route } from '../../../operation/handler.js';
import { invalidField, refuseFor } from '../../../operation/refusal.js';
import { seeFlow } from '../flow/access.js';
import { actorOf } from '../flow/actor.js';
import { commitFlow } from '../flow/commit-flow.js';
import { changeOf } from '../flow/rules/decision.js';
import { withRevision } from '../flow/with-revision.js';
import { decideExtension } from './rules/ending.js';

export const contractExtend = route('member', operation, (ctx, { flowId, expireDate }) =>
  withRevision(async () => {
    const { flow, isInitiator } = await seeFlow(ctx, flowId);
    if (!isInitiator) throw refuseFor('PERMISSION_DENIED');
    if (expireDate <= ctx.now) {
      throw invalidField('expireDate', { zh: '须晚于当前时间', en: 'must lie in the future' });
    }
    const command = { actor: actorOf(ctx), deadline: expireDate, now: ctx.now };
    const change = changeOf(decideExtension(flow, command));
    return ctx.act(async (tx) => {
      await commitFlow(tx, flow, change, ctx.now);
      return {};
    });
  }),
);
