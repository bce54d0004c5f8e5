import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { uploadAttachmentFile as operation } from '@cinnabar/api/operations/templates.js';
import type { MemberContext } from '../../operation/context.js';
import type { Upload } from '../../operation/handler.js';
import { invalidField, refuse } from '../../operation/refusal.js';
import { saveFile } from '../../storage/stored-files.js';
import { attachmentFile } from './attachment-file.js';

export async function uploadAttachmentFile(
  ctx: MemberContext,
  _input: InputOf<typeof operation>,
  upload: Upload | null,
): Promise<OutputOf<typeof operation>> {
  if (upload === null) throw invalidField('file', { zh: '必填', en: 'is required' });
  const { fileName, bytes } = upload;
  if (bytes.length === 0) throw refuse('FILE_UPLOAD_ERROR', { zh: '文件为空', en: 'the file is empty' });
  const attachment = await attachmentFile(ctx, upload);
  return ctx.act(async (tx) => {
    const { fileKey } = await saveFile(tx, attachment, ctx.now);
    return { fileName, fileUrl: fileKey, totalPage: 0 };
  });
}
