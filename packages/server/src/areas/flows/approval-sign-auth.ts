import { approvalSignAuth as operation } from '@cinnabar/api/approvals.js';
import { route } from '../../handler.js';
import { coveredDecision, coversDecisions } from './decision-digest.js';
import { proveIdentity } from './prove-identity.js';
import { requireDecidable } from './require-decidable.js';
import { insertProof } from './store/approval-proofs.js';

export const approvalSignAuth = route('operator', operation, async (ctx, input) => {
  const approval = await requireDecidable(ctx, input.approvalId);
  const decision = await coveredDecision(ctx.db, approval);
  await proveIdentity(ctx, input, {
    smsType: 'approval',
    purpose: 'approvalSign',
    businessIds: [approval.approvalId],
    password: 'member',
    suffices: (covered) => coversDecisions(covered, [decision]),
  });
  const proofId = await ctx.services.ids.next<'ApprovalProof'>();
  return ctx.act(async (tx) => {
    const { digest } = decision;
    const proof = { proofId, authType: input.authType, channel: ctx.appId, digest, now: ctx.now };
    await insertProof(tx, approval, ctx.operator.userId, proof);
    return {};
  });
});
