import { approvalSign as operation } from '@cinnabar/api/operations/approvals.js';
import { route } from '../../../operation/handler.js';
import { decideApproval } from './decide-approval.js';
import { proveDecisions, requireSeen } from './prove-decisions.js';

export const approvalSign = route('member', operation, async (ctx, input) => {
  await requireSeen(ctx, [input]);
  await proveDecisions(ctx, [input]);
  return decideApproval(ctx, input, ctx.act);
});
