import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import { batchApprovalSign as operation } from '@cinnabar/api/operations/approvals.js';
import type { ApprovalDecision, ApprovalId } from '@cinnabar/api/schemas/approval.js';
import { transactAtOnce } from '../../../database/transact.js';
import type { MemberContext } from '../../../operation/context.js';
import { Refusal } from '../../../operation/refusal.js';
import { isConcerned } from '../approval/approvers.js';
import { findApproval } from '../approval/store/approvals.js';
import type { Flow } from '../flow/flow.js';
import { loadFlow } from '../flow/store/load-flow.js';
import { decideApproval } from './decide-approval.js';
import { proveDecisions, requireSeen } from './prove-decisions.js';

type Item = OutputOf<typeof operation>['signFlowProcessResps'][number];

/** Each decision is committed separately; a failing one leaves the earlier ones in place. */
export async function batchApprovalSign(
  ctx: MemberContext,
  decisions: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  await requireSeen(ctx, decisions);
  await proveDecisions(ctx, decisions);
  const items: Item[] = [];
  for (const decision of decisions) items.push(await decideOne(ctx, decision));
  const failedCount = items.filter(({ code }) => code !== operation.successCode).length;
  return ctx.act(async () => ({
    failedCount,
    successCount: items.length - failedCount,
    signFlowProcessResps: items,
  }));
}

async function decideOne(ctx: MemberContext, decision: ApprovalDecision): Promise<Item> {
  const { approvalId } = decision;
  try {
    const process = await decideApproval(ctx, decision, (work) => transactAtOnce(ctx.db, work));
    return { ...process, approvalId, code: operation.successCode, reason: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const flow = await flowConcerned(ctx, approvalId);
    return {
      flowId: flow?.flowId ?? null,
      flowStatus: flow?.status ?? null,
      flowDesc: error.words[ctx.language],
      flowTitle: flow?.title ?? null,
      approvalId,
      code: error.code,
      reason: error.reason,
    };
  }
}

/** The flow of an approval that could not be decided, if the acting member may know of it. */
async function flowConcerned(ctx: MemberContext, approvalId: ApprovalId): Promise<Flow | null> {
  const approval = await findApproval(ctx.db, ctx.corpId, approvalId);
  if (approval === null || !(await isConcerned(ctx, approval))) return null;
  return loadFlow(ctx.db, approval.flowCorpId, approval.flowId);
}
