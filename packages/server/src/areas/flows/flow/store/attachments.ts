import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import { openTexts, type SealedPlace, sealTexts } from '../../../../custody/sealed-texts.js';
import { executeGathered, insertRows, openGate, type Write } from '../../../../database/gathered-writes.js';
import type { Db, Tx } from '../../../../database/schema.js';
import type { CorpId } from '../../../../operation/context.js';
import type { Attachment, Flow } from '../flow.js';
import { openly } from './flow-texts.js';

export async function insertAttachments(
  tx: Tx,
  flow: Pick<Flow, 'corpId' | 'flowId' | 'encrypted'>,
  attachments: readonly Attachment[],
  now: Date,
): Promise<void> {
  if (attachments.length > 0)
    await executeGathered(tx, openGate, await attachmentRows(tx, flow, attachments, now));
}

/** Inserts attachments as part of a gathered statement. */
export async function attachmentRows(
  db: Db,
  flow: Pick<Flow, 'corpId' | 'flowId' | 'encrypted'>,
  attachments: readonly Attachment[],
  now: Date,
): Promise<readonly Write[]> {
  const rows = await Promise.all(
    attachments.map(async ({ attachmentId, fileName, fileKey, bySigner }) => ({
      corp_id: flow.corpId,
      flow_id: flow.flowId,
      attachment_id: attachmentId,
      file_name: openly(flow, fileName),
      file_key: fileKey,
      by_signer: bySigner,
      created_at: now,
      sealed: flow.encrypted ? await sealTexts(db, placeOf(flow.corpId, attachmentId), fileName) : null,
    })),
  );
  return insertRows('flow_attachments', rows);
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
    .orderBy('created_at')
    .orderBy('attachment_id')
    .execute();
  return Promise.all(
    rows.map(async (row) => ({
      attachmentId: row.attachment_id,
      fileName:
        row.sealed === null
          ? row.file_name
          : await openTexts<string>(db, placeOf(corpId, row.attachment_id), row.sealed),
      fileKey: row.file_key,
      bySigner: row.by_signer,
    })),
  );
}

function placeOf(corpId: CorpId, attachmentId: Attachment['attachmentId']): SealedPlace {
  return { corpId, purpose: `attachment ${attachmentId}` };
}

/** Encrypts the attachment names of a flow that was stored unencrypted. */
export async function sealAttachmentsOf(tx: Tx, { corpId, flowId }: Flow): Promise<void> {
  for (const { attachmentId, fileName } of await loadAttachments(tx, corpId, flowId)) {
    await tx
      .updateTable('flow_attachments')
      .set({ file_name: '', sealed: await sealTexts(tx, placeOf(corpId, attachmentId), fileName) })
      .where('corp_id', '=', corpId)
      .where('flow_id', '=', flowId)
      .where('attachment_id', '=', attachmentId)
      .execute();
  }
}
