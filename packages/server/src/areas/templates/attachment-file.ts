import type { MemberContext } from '../../operation/context.js';
import type { Upload } from '../../operation/handler.js';
import type { NewFile } from '../../storage/stored-files.js';

/** Uploads for attachments, which accompany a contract and are not signed. */
export const ATTACHMENT_FILE = 'attachment';

/**
 * Stores the bytes of an attachment.
 * @returns the record of the file, which the caller saves
 */
export async function attachmentFile(
  { services, corpId, actingMember }: MemberContext,
  { fileName, bytes }: Upload,
): Promise<NewFile> {
  const { hash, size } = await services.blobs.put(corpId, bytes);
  return {
    corpId,
    hash,
    size,
    fileName,
    // The content is unchecked. A media type derived from its name could make a browser execute an uploaded HTML page.
    mediaType: 'application/octet-stream',
    originalHash: null,
    kind: ATTACHMENT_FILE,
    pages: null,
    createdBy: actingMember.userId,
  };
}
