import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { approvalCancel as operation } from '@cinnabar/api/operations/approvals.js';
import type { MemberContext } from '../../../operation/context.js';
import { refuse, refuseFor } from '../../../operation/refusal.js';
import { ApprovalStatus, isOpenApproval } from '../approval/approval.js';
import { endApproval, findApproval } from '../approval/store/approvals.js';
import { commitFlow } from '../commit/commit-flow.js';
import { withRevision } from '../commit/with-revision.js';
import { decideWithdrawal } from '../end/rules/ending.js';
import { actorOf } from '../flow/actor.js';
import { changeOf } from '../flow/rules/decision.js';
import { loadFlow } from '../flow/store/load-flow.js';
import { processOf } from './decide-approval.js';

export function approvalCancel(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return withRevision(async () => {
    const approval = await findApproval(ctx.db, ctx.corpId, input.approvalId);
    if (approval === null) throw refuse('404');
    if (approval.requesterId !== ctx.actingMember.userId) throw refuseFor('PERMISSION_DENIED');
    const flow = await loadFlow(ctx.db, approval.flowCorpId, approval.flowId);
    if (flow === null || !isOpenApproval(approval, ctx.now)) throw refuseFor('FLOW_STATE');
    const reason = input.failReason ?? null;
    const command = { actor: actorOf(ctx), approval, reason, now: ctx.now };
    const change = changeOf(decideWithdrawal(flow, command));
    return ctx.act(async (tx) => {
      const ending = { status: ApprovalStatus.withdrawn, failReason: reason, by: null, now: ctx.now };
      if (!(await endApproval(tx, approval, ending))) throw refuseFor('FLOW_STATE');
      return processOf(await commitFlow(tx, flow, change, ctx.now));
    });
  });
}
