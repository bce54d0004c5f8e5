import { uploadSealFile as operation } from '@cinnabar/api/seals.js';
import { looksLikePng } from '../../documents/png-structure.js';
import { route } from '../../handler.js';
import { storedFileAddress } from '../../link-address.js';
import { invalidField, refuse } from '../../refusal.js';
import { saveFile } from '../../storage/stored-files.js';
import { SEAL_IMAGE_WORDS } from './seal-image-words.js';
import { insertSealUpload } from './upload-store.js';

/** What stored pictures that seals are made of are for. */
export const SEAL_UPLOAD = 'seal-upload';

export const uploadSealFile = route('operator', operation, async (ctx, { color }, upload) => {
  if (upload === null) throw invalidField('file', { zh: '必填', en: 'is required' });
  const { fileName, bytes } = upload;
  if (bytes.length === 0) throw refuse('FILE_UPLOAD_ERROR', { zh: '文件为空', en: 'the file is empty' });
  // Spares the queue what is plainly something else.
  if (!looksLikePng(bytes)) throw refuse('FILE_UPLOAD_ERROR', SEAL_IMAGE_WORDS.NOT_A_PNG);
  const image = await ctx.services.documents.readSealImage(bytes, color ?? null);
  if ('refused' in image) throw refuse('FILE_UPLOAD_ERROR', SEAL_IMAGE_WORDS[image.refused]);
  const { width, height } = image;
  const [original, picture] = await Promise.all([
    ctx.services.blobs.put(ctx.corpId, bytes),
    ctx.services.blobs.put(ctx.corpId, image.bytes),
  ]);
  return ctx.act(async (tx) => {
    const file = await saveFile(
      tx,
      {
        corpId: ctx.corpId,
        hash: picture.hash,
        size: picture.size,
        fileName,
        mediaType: 'image/png',
        originalHash: original.hash,
        kind: SEAL_UPLOAD,
        pages: [{ width, height }],
        createdBy: ctx.operator.userId,
      },
      ctx.now,
    );
    await insertSealUpload(tx, {
      corp_id: ctx.corpId,
      file_key: file.fileKey,
      user_id: ctx.operator.userId,
      created_at: ctx.now,
    });
    const httpUrl = storedFileAddress(ctx.services, file, 'inline', ctx.now);
    return { fileName, fileUrl: file.fileKey, httpUrl, totalPage: 1, width, height };
  });
});
