import type { Db } from '../../../database/schema.js';
import { findFiles } from '../../../storage/stored-files.js';
import type { Flow } from '../flow/flow.js';
import { loadAttachments } from '../flow/store/attachments.js';
import type { DetailParts } from './flow-detail-view.js';

/** The attachments of a flow with their stored files. */
export async function pageAttachments(
  db: Db,
  { corpId, flowId, attachmentCount }: Pick<Flow, 'corpId' | 'flowId' | 'attachmentCount'>,
): Promise<DetailParts['attachments']> {
  if (attachmentCount === 0) return [];
  const attachments = await loadAttachments(db, corpId, flowId);
  const keys = attachments.map(({ fileKey }) => fileKey);
  const stored = await findFiles(db, corpId, keys);
  return attachments.flatMap((attachment) => {
    const file = stored.find(({ fileKey }) => fileKey === attachment.fileKey);
    return file === undefined ? [] : [{ attachment, stored: file }];
  });
}
