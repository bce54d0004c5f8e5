import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { createSealByImage as operation } from '@cinnabar/api/operations/seals.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { ownCorp } from '../enterprise/index.js';
import { prepareImageSeal } from './image-seal.js';
import { isUsableUpload } from './rules.js';
import { insertSeal, sealNameTaken } from './store.js';
import { newestSealUpload, useSealUpload } from './upload-store.js';

export async function createSealByImage(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const upload = await newestSealUpload(ctx.db, ctx.corpId, ctx.actingMember.userId);
  if (upload === null || !isUsableUpload(upload, ctx.now)) throw refuse('SEAL_IMAGE_NOT_FOUND');
  // Saves the drawing; concurrent requests are decided by the insert.
  if (await sealNameTaken(ctx.db, ctx.corpId, input.sealName)) throw refuse('SEAL_NAME_EXIST');
  const { corpName } = await ownCorp(ctx);
  const prepared = await prepareImageSeal(
    ctx.services,
    {
      corpId: ctx.corpId,
      corpName,
      sealName: input.sealName,
      categoryType: input.categoryType,
      shape: input.sealTemplateStyle,
      pictureHash: upload.hash,
      createdBy: ctx.actingMember.userId,
    },
    ctx.now,
  );
  return ctx.act(async (tx) => {
    const seal = await insertSeal(tx, prepared);
    if (seal === null) throw refuse('SEAL_NAME_EXIST');
    if (!(await useSealUpload(tx, ctx.corpId, upload.file_key, seal.seal_id))) {
      throw refuse('SEAL_IMAGE_NOT_FOUND');
    }
    return { sealId: seal.seal_id };
  });
}
