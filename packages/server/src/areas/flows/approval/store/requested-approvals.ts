/** SQL of the approvals that people have requested, for the pages on which they wait. */
import type { ApprovalId } from '@cinnabar/api/schemas/approval.js';
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { Db } from '../../../../database/schema.js';
import type { CorpId, UserId } from '../../../../operation/context.js';
import { ApprovalStatus } from '../approval.js';

/** The open approvals that a person has requested for a flow of the enterprise. */
export async function approvalsRequested(
  db: Db,
  { corpId, flowId, userId }: { readonly corpId: CorpId; readonly flowId: FlowId; readonly userId: UserId },
): Promise<readonly ApprovalId[]> {
  const rows = await db
    .selectFrom('approvals')
    .select('approval_id')
    .where('flow_corp_id', '=', corpId)
    .where('flow_id', '=', flowId)
    .where('requester_id', '=', userId)
    .where('status', '=', ApprovalStatus.open)
    .execute();
  return rows.map((row) => row.approval_id);
}
