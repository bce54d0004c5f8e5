import { id } from '@cinnabar/api/schema.js';
import type { MemberContext } from '../../../operation/context.js';
import { refuse, refuseFor } from '../../../operation/refusal.js';
import { type Approval, isOpenApproval } from '../approval/approval.js';
import { mayDecide } from '../approval/approvers.js';
import { findApproval } from '../approval/store/approvals.js';

const approvalIds = id<'Approval'>();

/**
 * Returns an approval that the acting member can decide now.
 * @throws Refusal 404, PERMISSION_DENIED, FLOW_STATE
 */
export async function requireDecidable(ctx: MemberContext, number: number): Promise<Approval> {
  const approvalId = approvalIds.read(number, 'id', { zone: 'UTC' });
  const approval = await findApproval(ctx.db, ctx.corpId, approvalId);
  if (approval === null) throw refuse('404');
  if (!(await mayDecide(ctx, approval))) throw refuseFor('PERMISSION_DENIED');
  if (!isOpenApproval(approval, ctx.now)) throw refuseFor('FLOW_STATE');
  return approval;
}
