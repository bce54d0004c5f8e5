import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { uploadSealFilePreView as operation } from '@cinnabar/api/operations/seals.js';
import type { MemberContext } from '../../operation/context.js';
import { orFailAs } from '../../operation/failed-step.js';
import { linkTargetOf } from '../../operation/link-address.js';
import { refuse } from '../../operation/refusal.js';
import { savePreview } from './save-preview.js';
import { SEAL_PICTURE_SIZE } from './template-seal.js';
import { isSealUpload } from './upload-store.js';

export async function uploadSealFilePreView(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { fileName, httpUrl, sealColor, sealAlpha } = input;
  const link = linkTargetOf(ctx.services, httpUrl, ctx.now);
  const isOurs = link?.kind === 'file' && link.corpId === ctx.corpId;
  if (!isOurs || !(await isSealUpload(ctx.db, ctx.corpId, link.hash))) {
    throw refuse('IMAGE_PROCESS_ERROR', {
      zh: 'httpUrl 不是本企业上传的印章图片，或链接已失效',
      en: 'httpUrl is no seal image that this enterprise uploaded, or the link has ended',
    });
  }
  const tint = { color: sealColor ?? null, alpha: sealAlpha ?? 1 };
  const picture = await orFailAs('IMAGE_PROCESS_ERROR', async () =>
    ctx.services.documents.tintSeal(
      await ctx.services.blobs.get(ctx.corpId, link.hash),
      tint,
      SEAL_PICTURE_SIZE,
    ),
  );
  return savePreview(ctx, fileName, picture);
}
