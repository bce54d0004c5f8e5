import { approvalSignAuth as operation } from '@cinnabar/api/approvals.js';
import { route } from '../../handler.js';
import { refuse, refuseFor } from '../../refusal.js';
import { isOpenApproval } from './approval.js';
import { mayDecide } from './approvers.js';
import { proveIdentity } from './prove-identity.js';
import { insertProof } from './store/approval-proofs.js';
import { findApproval } from './store/approvals.js';

export const approvalSignAuth = route('operator', operation, async (ctx, input) => {
  const approval = await findApproval(ctx.db, ctx.corpId, input.approvalId);
  if (approval === null) throw refuse('404');
  if (!(await mayDecide(ctx, approval))) throw refuseFor('PERMISSION_DENIED');
  if (!isOpenApproval(approval, ctx.now)) throw refuseFor('FLOW_STATE');
  await proveIdentity(ctx, input, 'approval');
  const proofId = await ctx.services.ids.next<'ApprovalProof'>();
  return ctx.act(async (tx) => {
    const proof = { proofId, authType: input.authType, now: ctx.now };
    await insertProof(tx, approval, ctx.operator.userId, proof);
    return {};
  });
});
