import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { CorpId } from '../../../context.js';
import type { Db, Tx } from '../../../database/schema.js';
import type { Attachment, Flow } from '../flow.js';

export async function insertAttachments(
  tx: Tx,
  { corpId, flowId }: Pick<Flow, 'corpId' | 'flowId'>,
  attachments: readonly Attachment[],
  now: Date,
): Promise<void> {
  if (attachments.length === 0) return;
  await tx
    .insertInto('flow_attachments')
    .values(
      attachments.map((attachment) => ({
        corp_id: corpId,
        flow_id: flowId,
        attachment_id: attachment.attachmentId,
        file_name: attachment.fileName,
        file_key: attachment.fileKey,
        by_signer: attachment.bySigner,
        created_at: now,
      })),
    )
    .execute();
}

export async function loadAttachments(
  db: Db,
  corpId: CorpId,
  flowId: FlowId,
): Promise<readonly Attachment[]> {
  const rows = await db
    .selectFrom('flow_attachments')
    .selectAll()
    .where('corp_id', '=', corpId)
    .where('flow_id', '=', flowId)
    .orderBy('attachment_id')
    .execute();
  return rows.map((row) => ({
    attachmentId: row.attachment_id,
    fileName: row.file_name,
    fileKey: row.file_key,
    bySigner: row.by_signer,
  }));
}
