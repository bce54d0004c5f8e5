import { getApprovalInfo as operation } from '@cinnabar/api/operations/approvals.js';
import { route } from '../../../operation/handler.js';
import { refuse, refuseFor } from '../../../operation/refusal.js';
import { approvalViews } from './approval-views.js';
import { isConcerned } from './approvers.js';
import { findApproval } from './store/approvals.js';

export const getApprovalInfo = route('member', operation, async (ctx, { approvalId }) => {
  const approval = await findApproval(ctx.db, ctx.corpId, approvalId);
  if (approval === null) throw refuse('404');
  if (!(await isConcerned(ctx, approval))) throw refuseFor('PERMISSION_DENIED');
  const [view] = await approvalViews(ctx, [approval]);
  if (view === undefined) throw refuse('404');
  return view;
});
