import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { approvalSign as operation } from '@cinnabar/api/operations/approvals.js';
import type { MemberContext } from '../../../operation/context.js';
import { decideApproval } from './decide-approval.js';
import { proveDecisions, requireSeen } from './prove-decisions.js';

export async function approvalSign(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  await requireSeen(ctx, [input]);
  await proveDecisions(ctx, [input]);
  return decideApproval(ctx, input, ctx.act);
}
