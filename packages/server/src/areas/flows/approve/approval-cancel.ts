import { approvalCancel as operation } from '@cinnabar/api/operations/approvals.js';
import { publish } from '../../../jobs/outbox.js';
import { route } from '../../../operation/handler.js';
import { refuse, refuseFor } from '../../../operation/refusal.js';
import { actorDetail, actorOf } from '../flow/actor.js';
import { commitFlow } from '../flow/commit-flow.js';
import { approvalFinished, flowRevoked, newsOf } from '../flow/events.js';
import type { Flow } from '../flow/flow.js';
import { moveFlow } from '../flow/rules/states.js';
import { loadFlow } from '../flow/store/load-flow.js';
import { withRevision } from '../flow/with-revision.js';
import { ApprovalStatus, isOpenApproval } from './approval.js';
import { processOf } from './decide-approval.js';
import { withoutWaiting } from './rules/approving.js';
import { endApproval, findApproval } from './store/approvals.js';

export const approvalCancel = route('member', operation, (ctx, input) =>
  withRevision(async () => {
    const approval = await findApproval(ctx.db, ctx.corpId, input.approvalId);
    if (approval === null) throw refuse('404');
    if (approval.requesterId !== ctx.actingMember.userId) throw refuseFor('PERMISSION_DENIED');
    const flow = await loadFlow(ctx.db, approval.flowCorpId, approval.flowId);
    if (flow === null || !isOpenApproval(approval, ctx.now)) throw refuseFor('FLOW_STATE');
    const reason = input.failReason ?? null;
    const status = ApprovalStatus.withdrawn;
    const { approvalId } = approval;
    const actor = actorDetail(actorOf(ctx));
    const finished = { kind: 'approvalFinished' as const, detail: { actor, approvalId, status, reason } };
    const revoked = { kind: 'revoked' as const, detail: { actor, reason: reason ?? '' } };
    const isContract = approval.kind === 'contract';
    const after = isContract ? revoke(flow, reason ?? '') : withoutWaiting(flow, approval.participantId);
    return ctx.act(async (tx) => {
      const ending = { status, failReason: reason, by: null, now: ctx.now };
      if (!(await endApproval(tx, approval, ending))) throw refuseFor('FLOW_STATE');
      const stored = await commitFlow(
        tx,
        flow,
        {
          after,
          events: isContract ? [finished, revoked] : [finished],
          news: isContract ? [newsOf(flowRevoked, after)] : [],
        },
        ctx.now,
      );
      await publish(tx, ctx.now, [
        approvalFinished.event({
          corpId: approval.corpId,
          stream: `flow:${flow.flowId}`,
          payload: { approvalId, flowId: flow.flowId, status },
        }),
      ]);
      return processOf(stored);
    });
  }),
);

/** The draft of a contract whose approval is withdrawn was not meant to be sent. */
function revoke(flow: Flow, endReason: string): Flow {
  const status = moveFlow(flow.status, 'revoke');
  if (status === null) throw refuseFor('FLOW_STATE');
  return { ...flow, status, endReason };
}
