/** Texts of the flow that an approval contains, encrypted with those of an encrypted flow. */
import type { ApprovalId } from '@cinnabar/api/schemas/approval.js';
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import { openTexts, type SealedPlace, sealTexts } from '../../../../custody/sealed-texts.js';
import { toJson } from '../../../../database/json.js';
import type { Db, Tx } from '../../../../database/schema.js';
import type { CorpId } from '../../../../operation/context.js';
import type { Flow } from '../../flow/flow.js';
import { type Approval, storedRequest } from '../approval.js';

interface ApprovalTexts {
  readonly flowTitle: string;
  readonly request: unknown;
  readonly failReason: string | null;
}

interface ApprovalRow {
  readonly flow_corp_id: CorpId;
  readonly flow_id: FlowId;
  readonly approval_id: ApprovalId;
  readonly flow_title: string;
  readonly request: unknown;
  readonly fail_reason: string | null;
  readonly sealed: Uint8Array | null;
}

/** The data key is that of the enterprise that owns the flow, because title and texts belong to its contract. */
function placeOf(flowCorpId: CorpId, approvalId: ApprovalId): SealedPlace {
  return { corpId: flowCorpId, purpose: `approval ${approvalId}` };
}

export async function textsOfApproval(db: Db, row: ApprovalRow): Promise<ApprovalTexts> {
  if (row.sealed !== null) return openTexts(db, placeOf(row.flow_corp_id, row.approval_id), row.sealed);
  return { flowTitle: row.flow_title, request: row.request, failReason: row.fail_reason };
}

/** The columns that hold the texts of a new approval. */
export async function approvalColumns(
  tx: Tx,
  { flowCorpId, approvalId, flowTitle, request, failReason }: Omit<Approval, 'corpName'>,
  encrypted: boolean,
) {
  if (!encrypted)
    return {
      flow_title: flowTitle,
      request: toJson(storedRequest(request)),
      fail_reason: failReason,
      sealed: null,
    };
  const texts: ApprovalTexts = { flowTitle, request: storedRequest(request), failReason };
  const sealed = await sealTexts(tx, placeOf(flowCorpId, approvalId), texts);
  return { flow_title: '', request: toJson({}), fail_reason: null, sealed };
}

/** The columns that change when the approval ends. */
export async function endedColumns(
  tx: Tx,
  corpId: CorpId,
  approvalId: ApprovalId,
  failReason: string | null,
): Promise<{ readonly fail_reason: string | null } | { readonly sealed: Uint8Array }> {
  const row = await tx
    .selectFrom('approvals')
    .select(['flow_corp_id', 'flow_id', 'approval_id', 'flow_title', 'request', 'fail_reason', 'sealed'])
    .where('corp_id', '=', corpId)
    .where('approval_id', '=', approvalId)
    .executeTakeFirst();
  if (row === undefined || row.sealed === null) return { fail_reason: failReason };
  const texts: ApprovalTexts = { ...(await textsOfApproval(tx, row)), failReason };
  return { sealed: await sealTexts(tx, placeOf(row.flow_corp_id, approvalId), texts) };
}

/** Ids of the approvals whose titles contain the search text. */
export async function sealedApprovals(
  db: Db,
  rows: readonly ApprovalRow[],
  wanted: string,
): Promise<readonly ApprovalId[]> {
  const found: ApprovalId[] = [];
  for (const row of rows) {
    const { flowTitle } = await textsOfApproval(db, row);
    if (flowTitle.toLowerCase().includes(wanted.toLowerCase())) found.push(row.approval_id);
  }
  return found;
}

/** Encrypts the texts of approvals whose flow was stored unencrypted. */
export async function sealApprovalsOf(tx: Tx, flow: Flow): Promise<void> {
  const rows = await tx
    .selectFrom('approvals')
    .select(['flow_corp_id', 'flow_id', 'approval_id', 'flow_title', 'request', 'fail_reason', 'sealed'])
    .where('flow_corp_id', '=', flow.corpId)
    .where('flow_id', '=', flow.flowId)
    .where('sealed', 'is', null)
    .execute();
  for (const row of rows) {
    const texts = await textsOfApproval(tx, row);
    const sealed = await sealTexts(tx, placeOf(flow.corpId, row.approval_id), texts);
    await tx
      .updateTable('approvals')
      .set({ flow_title: '', request: toJson({}), fail_reason: null, sealed })
      .where('approval_id', '=', row.approval_id)
      .execute();
  }
}
