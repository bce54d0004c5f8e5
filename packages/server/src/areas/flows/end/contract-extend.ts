import { contractExtend as operation } from '@cinnabar/api/operations/flows.js';
import { route } from '../../../operation/handler.js';
import { invalidField, refuseFor } from '../../../operation/refusal.js';
import { seeFlow } from '../flow/access.js';
import { actorDetail, actorOf } from '../flow/actor.js';
import { commitFlow } from '../flow/commit-flow.js';
import { flowExtended } from '../flow/events.js';
import { FlowStatus } from '../flow/flow.js';
import { isOpen, isPastDeadline } from '../flow/rules/states.js';
import { withRevision } from '../flow/with-revision.js';
import { signedParticipants } from '../sign/rules/after-signature.js';

export const contractExtend = route('member', operation, (ctx, { flowId, expireDate }) =>
  withRevision(async () => {
    const { flow, isInitiator } = await seeFlow(ctx, flowId);
    if (!isInitiator) throw refuseFor('PERMISSION_DENIED');
    if (expireDate <= ctx.now) {
      throw invalidField('expireDate', { zh: '须晚于当前时间', en: 'must lie in the future' });
    }
    if (isPastDeadline(flow, ctx.now)) throw refuseFor('FLOW_EXPIRED');
    if (!isOpen(flow.status) && flow.status !== FlowStatus.draft) throw refuseFor('FLOW_STATE');
    const deadline = expireDate.toISOString();
    const detail = {
      actor: actorDetail(actorOf(ctx)),
      before: flow.deadline?.toISOString() ?? null,
      after: deadline,
      // They signed a contract with another deadline.
      signedBefore: signedParticipants(flow).map((signer) => ({
        participantId: signer.participantId,
        name: signer.type === 'enterprise' ? signer.corpName : signer.psnName,
        signTime: signer.signTime?.toISOString() ?? null,
      })),
    };
    const after = { ...flow, deadline: expireDate };
    const told = flowExtended.event({
      corpId: flow.corpId,
      stream: `flow:${flow.flowId}`,
      payload: { flowId: flow.flowId, flowCode: flow.flowCode, status: flow.status, deadline },
    });
    // A draft has asked nobody yet.
    const news = flow.status === FlowStatus.draft ? [] : [told];
    return ctx.act(async (tx) => {
      await commitFlow(tx, flow, { after, events: [{ kind: 'extended', detail }], news }, ctx.now);
      return {};
    });
  }),
);
