import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { getApprovalSignUrl as operation } from '@cinnabar/api/operations/approvals.js';
import type { MemberContext } from '../../../operation/context.js';
import { invalidField, refuse, refuseFor } from '../../../operation/refusal.js';
import { issueLink } from '../../links/index.js';
import { isOpenApproval } from '../approval/approval.js';
import { mayDecide } from '../approval/approvers.js';
import { findApproval, openApprovalOf } from '../approval/store/approvals.js';

export async function getApprovalSignUrl(
  ctx: MemberContext,
  { approvalId, flowId }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  if (approvalId === undefined && flowId === undefined) {
    throw invalidField('approvalId', { zh: '须给出 approvalId 或 flowId', en: 'or flowId is required' });
  }
  const approval =
    approvalId !== undefined
      ? await findApproval(ctx.db, ctx.corpId, approvalId)
      : flowId === undefined
        ? null
        : await openApprovalOf(ctx.db, ctx.corpId, flowId);
  if (approval === null || (flowId !== undefined && approval.flowId !== flowId)) throw refuse('404');
  if (!(await mayDecide(ctx, approval))) throw refuseFor('PERMISSION_DENIED');
  if (!isOpenApproval(approval, ctx.now)) throw refuseFor('FLOW_STATE');
  return ctx.act((tx) =>
    issueLink(tx, ctx.services, {
      kind: 'approval',
      corpId: ctx.corpId,
      userId: ctx.actingMember.userId,
      subject: { approvalId: approval.approvalId, flowId: approval.flowId },
      now: ctx.now,
    }),
  );
}
