import { createByUpload as operation } from '@cinnabar/api/operations/personal-seals.js';
import { route } from '../../operation/handler.js';
import { requireOwnSession } from '../../operation/own-session.js';
import { keepPersonalSeal } from './personal-seal.js';
import { readUploadedSeal } from './upload-seal-file.js';

export const createByUpload = route('member', operation, async (ctx, { sealName, color }, upload) => {
  requireOwnSession(ctx);
  const picture = await readUploadedSeal(ctx, upload, color ?? null);
  return keepPersonalSeal(ctx, { sealName: sealName ?? '个人印章', source: 'IMAGE', picture });
});
