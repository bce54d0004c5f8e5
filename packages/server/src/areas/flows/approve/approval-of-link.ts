import type { ApprovalId } from '@cinnabar/api/schemas/approval.js';
import type { Db } from '../../../database/schema.js';
import type { CorpId } from '../../../operation/context.js';
import { isOpenApproval } from './approval.js';
import { findApproval } from './store/approvals.js';

/** Whether the approval that a link is for still waits for a decision. */
export async function isApprovalOfLinkOpen(
  db: Db,
  corpId: CorpId,
  approvalId: ApprovalId,
  now: Date,
): Promise<boolean> {
  const approval = await findApproval(db, corpId, approvalId);
  return approval !== null && isOpenApproval(approval, now);
}
