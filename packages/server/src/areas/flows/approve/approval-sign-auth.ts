import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { approvalSignAuth as operation } from '@cinnabar/api/operations/approvals.js';
import type { MemberContext } from '../../../operation/context.js';
import { checkedProofs, storeProofs } from './prove-decisions.js';
import { requireDecidable } from './require-decidable.js';

export async function approvalSignAuth(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const approval = await requireDecidable(ctx, input.approvalId);
  const proofs = await checkedProofs(ctx, input, [approval]);
  return ctx.act(async (tx) => {
    await storeProofs(tx, ctx, proofs);
    return {};
  });
}
