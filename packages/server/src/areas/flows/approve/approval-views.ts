import { ApprovalType } from '@cinnabar/api/enums.js';
import type { ApprovalView } from '@cinnabar/api/schemas/approval.js';
import type { MemberContext } from '../../../operation/context.js';
import type { Approval } from '../approval/approval.js';
import { loadFlow } from '../flow/store/load-flow.js';
import { viewerOf } from '../view/access.js';
import { signerView } from '../view/signer-view.js';

/** Unique because ids are, and of constant width so that lists align. */
function approvalCode(approvalId: number): string {
  return `SP${String(approvalId).padStart(12, '0')}`;
}

/** Approvals in the form of answers, each with the parties of its flow. */
export async function approvalViews(
  ctx: MemberContext,
  approvals: readonly Approval[],
): Promise<readonly ApprovalView[]> {
  const views: ApprovalView[] = [];
  for (const approval of approvals) {
    const flow = await loadFlow(ctx.db, approval.flowCorpId, approval.flowId);
    const [sealId = null] = approval.sealIds;
    views.push({
      approvalId: approval.approvalId,
      corpName: approval.corpName,
      approvalCode: approvalCode(approval.approvalId),
      approvalName: `${approval.kind === 'seal' ? '用印审批' : '合同审批'}：${approval.flowTitle}`,
      signFlowId: approval.flowId,
      signFlowName: approval.flowTitle,
      approvalType: approval.kind === 'seal' ? ApprovalType.seal : ApprovalType.contract,
      approvalStatus: approval.status,
      sealId,
      sealName: approval.sealName,
      initiatorName: approval.requesterName,
      flowCreateTime: approval.flowCreateTime,
      createTime: approval.createTime,
      updateTime: approval.updateTime,
      failReason: approval.failReason,
      signerList:
        flow === null
          ? []
          : flow.participants.map((participant) => signerView(flow, participant, viewerOf(ctx))),
    });
  }
  return views;
}
