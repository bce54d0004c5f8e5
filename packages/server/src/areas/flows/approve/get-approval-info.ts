import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { getApprovalInfo as operation } from '@cinnabar/api/operations/approvals.js';
import type { MemberContext } from '../../../operation/context.js';
import { refuse, refuseFor } from '../../../operation/refusal.js';
import { isConcerned } from '../approval/approvers.js';
import { findApproval } from '../approval/store/approvals.js';
import { approvalViews } from './approval-views.js';

export async function getApprovalInfo(
  ctx: MemberContext,
  { approvalId }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const approval = await findApproval(ctx.db, ctx.corpId, approvalId);
  if (approval === null) throw refuse('404');
  if (!(await isConcerned(ctx, approval))) throw refuseFor('PERMISSION_DENIED');
  const [view] = await approvalViews(ctx, [approval]);
  if (view === undefined) throw refuse('404');
  return view;
}
