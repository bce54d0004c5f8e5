import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { getApprovalList as operation } from '@cinnabar/api/operations/approvals.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import type { MemberContext } from '../../../operation/context.js';
import { invalidField } from '../../../operation/refusal.js';
import { approvalViews } from './approval-views.js';
import { listApprovals } from './store/list-approvals.js';

export async function getApprovalList(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { approvalTimeStart: from = null, approvalTimeEnd: to = null } = input;
  if (from !== null && to !== null && from > to) {
    throw invalidField('approvalTimeStart', {
      zh: '不能晚于 approvalTimeEnd',
      en: 'must not be after approvalTimeEnd',
    });
  }
  const title = input.signFlowName ?? '';
  const { rows, totalCount } = await listApprovals(
    ctx.db,
    { corpId: ctx.corpId, userId: ctx.actingMember.userId, now: ctx.now },
    {
      queryType: input.docQueryType ?? null,
      type: input.approvalType ?? null,
      flowTitle: title === '' ? null : title,
      approverId: input.approvalPsnId ?? null,
      requesterId: input.initiatorId ?? null,
      status: input.approvalStatus ?? null,
      time: { of: input.queryTimeType === 1 ? 'updated_at' : 'created_at', from, to },
    },
    pageWindow(input),
  );
  return { items: await approvalViews(ctx, rows), totalCount };
}
