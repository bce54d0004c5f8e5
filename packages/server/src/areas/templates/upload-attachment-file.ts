import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { uploadAttachmentFile as operation } from '@cinnabar/api/operations/templates.js';
import type { MemberContext } from '../../operation/context.js';
import type { Upload } from '../../operation/handler.js';
import { invalidField, refuse } from '../../operation/refusal.js';
import { saveFile } from '../../storage/stored-files.js';

/** Uploads for attachments, which accompany a contract and are not signed. */
export const ATTACHMENT_FILE = 'attachment';

export async function uploadAttachmentFile(
  ctx: MemberContext,
  _input: InputOf<typeof operation>,
  upload: Upload | null,
): Promise<OutputOf<typeof operation>> {
  if (upload === null) throw invalidField('file', { zh: '必填', en: 'is required' });
  const { fileName, bytes } = upload;
  if (bytes.length === 0) throw refuse('FILE_UPLOAD_ERROR', { zh: '文件为空', en: 'the file is empty' });
  const { hash, size } = await ctx.services.blobs.put(ctx.corpId, bytes);
  return ctx.act(async (tx) => {
    const { fileKey } = await saveFile(
      tx,
      {
        corpId: ctx.corpId,
        hash,
        size,
        fileName,
        // The content is unchecked. A media type derived from its name could make a browser execute an uploaded HTML
        // page.
        mediaType: 'application/octet-stream',
        originalHash: null,
        kind: ATTACHMENT_FILE,
        pages: null,
        createdBy: ctx.actingMember.userId,
      },
      ctx.now,
    );
    return { fileName, fileUrl: fileKey, totalPage: 0 };
  });
}
