import type { Db } from '../../../database/schema.js';
import { transact } from '../../../database/transact.js';
import { type Approval, ApprovalStatus } from '../approval/approval.js';
import { decideApprovalEnd } from '../approval/rules/approving.js';
import { endApproval, overdueApprovals } from '../approval/store/approvals.js';
import { commitFlow } from '../commit/commit-flow.js';
import { RevisionLost } from '../commit/revision-lost.js';
import { changeOf } from '../flow/rules/decision.js';
import { loadFlow } from '../flow/store/load-flow.js';

/** Approvals ended in one run; the next run handles the rest. */
const BATCH = 500;

const TOO_LATE = '超过七天未处理';

/**
 * Ends approvals after seven days without a decision: the signer may sign or ask again, and a draft remains a draft.
 */
export async function expireApprovals(db: Db, now: Date, signal: AbortSignal): Promise<void> {
  for (const approval of await overdueApprovals(db, now, BATCH)) {
    signal.throwIfAborted();
    try {
      await expireApproval(db, approval, now);
    } catch (error) {
      // The flow was changed concurrently; the next run sees the result.
      if (!(error instanceof RevisionLost)) throw error;
    }
  }
}

async function expireApproval(db: Db, approval: Approval, now: Date): Promise<void> {
  const flow = await loadFlow(db, approval.flowCorpId, approval.flowId);
  if (flow === null) return;
  const status = ApprovalStatus.terminated;
  // An upgrade may have ended the approval, with an event of its own.
  const reason = approval.failReason ?? TOO_LATE;
  const change = changeOf(decideApprovalEnd(flow, { approval, status, reason, actor: null }));
  await transact(db, async (tx) => {
    if (!(await endApproval(tx, approval, { status, failReason: reason, by: null, now }))) return;
    await commitFlow(tx, flow, change, now);
  });
}
