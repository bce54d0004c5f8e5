import { approvalSignAuth as operation } from '@cinnabar/api/approvals.js';
import { route } from '../../handler.js';
import { proveIdentity } from './prove-identity.js';
import { requireDecidable } from './require-decidable.js';
import { insertProof } from './store/approval-proofs.js';

export const approvalSignAuth = route('operator', operation, async (ctx, input) => {
  const approval = await requireDecidable(ctx, input.approvalId);
  const businessIds = [approval.approvalId];
  await proveIdentity(ctx, input, {
    smsType: 'approval',
    purpose: 'approvalSign',
    businessIds,
    password: 'member',
  });
  const proofId = await ctx.services.ids.next<'ApprovalProof'>();
  return ctx.act(async (tx) => {
    const proof = { proofId, authType: input.authType, now: ctx.now };
    await insertProof(tx, approval, ctx.operator.userId, proof);
    return {};
  });
});
