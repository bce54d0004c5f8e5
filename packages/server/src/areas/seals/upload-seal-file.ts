import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { uploadSealFile as operation } from '@cinnabar/api/operations/seals.js';
import { looksLikePng } from '@cinnabar/pdf/layout/png-structure.js';
import type { SealImage } from '@cinnabar/pdf/seals/image/read-seal-image.js';
import type { SealColor } from '@cinnabar/pdf/seals/seal-spec.js';
import type { MemberContext } from '../../operation/context.js';
import type { Upload } from '../../operation/handler.js';
import { storedFileAddress } from '../../operation/link-address.js';
import { invalidField, refuse } from '../../operation/refusal.js';
import { saveFile } from '../../storage/stored-files.js';
import { SEAL_IMAGE_WORDS } from './seal-image-words.js';
import { insertSealUpload } from './upload-store.js';

/** Purpose of stored pictures from which seals are made. */
export const SEAL_UPLOAD = 'seal-upload';

function required(upload: Upload | null): Upload {
  if (upload === null) throw invalidField('file', { zh: '必填', en: 'is required' });
  return upload;
}

/**
 * Extracts the ink of an uploaded picture of a seal.
 * @throws Refusal 400 without a file, FILE_UPLOAD_ERROR
 */
export async function readUploadedSeal(
  { services }: Pick<MemberContext, 'services'>,
  upload: Upload | null,
  color: SealColor | null,
): Promise<Exclude<SealImage, { readonly refused: unknown }>> {
  const { bytes } = required(upload);
  if (bytes.length === 0) throw refuse('FILE_UPLOAD_ERROR', { zh: '文件为空', en: 'the file is empty' });
  // Rejects obviously invalid input before it enters the queue.
  if (!looksLikePng(bytes)) throw refuse('FILE_UPLOAD_ERROR', SEAL_IMAGE_WORDS.NOT_A_PNG);
  const image = await services.documents.readSealImage(bytes, color);
  if ('refused' in image) throw refuse('FILE_UPLOAD_ERROR', SEAL_IMAGE_WORDS[image.refused]);
  return image;
}

export async function uploadSealFile(
  ctx: MemberContext,
  { color }: InputOf<typeof operation>,
  upload: Upload | null,
): Promise<OutputOf<typeof operation>> {
  const given = required(upload);
  const { fileName, bytes } = given;
  const image = await readUploadedSeal(ctx, given, color ?? null);
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
        createdBy: ctx.actingMember.userId,
      },
      ctx.now,
    );
    await insertSealUpload(tx, {
      corp_id: ctx.corpId,
      file_key: file.fileKey,
      user_id: ctx.actingMember.userId,
      created_at: ctx.now,
    });
    const httpUrl = storedFileAddress(ctx.services, file, 'inline', ctx.now);
    return { fileName, fileUrl: file.fileKey, httpUrl, totalPage: 1, width, height };
  });
}
