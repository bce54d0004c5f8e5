import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { createByUpload as operation } from '@cinnabar/api/operations/personal-seals.js';
import type { MemberContext } from '../../operation/context.js';
import type { Upload } from '../../operation/handler.js';
import { requireOwnSession } from '../../operation/own-session.js';
import { keepPersonalSeal } from './personal-seal.js';
import { readUploadedSeal } from './upload-seal-file.js';

export async function createByUpload(
  ctx: MemberContext,
  { sealName, color }: InputOf<typeof operation>,
  upload: Upload | null,
): Promise<OutputOf<typeof operation>> {
  requireOwnSession(ctx);
  const picture = await readUploadedSeal(ctx, upload, color ?? null);
  return keepPersonalSeal(ctx, { sealName: sealName ?? '个人印章', source: 'IMAGE', picture });
}
