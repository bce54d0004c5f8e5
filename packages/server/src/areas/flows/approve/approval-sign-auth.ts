import { approvalSignAuth as operation } from '@cinnabar/api/operations/approvals.js';
import { route } from '../../../operation/handler.js';
import { checkedProofs } from './prove-decisions.js';
import { requireDecidable } from './require-decidable.js';
import { insertProof } from './store/approval-proofs.js';

export const approvalSignAuth = route('member', operation, async (ctx, input) => {
  const approval = await requireDecidable(ctx, input.approvalId);
  const proofs = await checkedProofs(ctx, input, [approval]);
  return ctx.act(async (tx) => {
    for (const { kept } of proofs) await insertProof(tx, approval, ctx.actingMember.userId, kept);
    return {};
  });
});
