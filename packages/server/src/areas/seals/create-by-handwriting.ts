import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { createByHandwriting as operation } from '@cinnabar/api/operations/personal-seals.js';
import { looksLikePng } from '@cinnabar/pdf/layout/png-structure.js';
import type { MemberContext } from '../../operation/context.js';
import { requireOwnSession } from '../../operation/own-session.js';
import { invalidField } from '../../operation/refusal.js';
import { keepPersonalSeal } from './personal-seal.js';
import { SEAL_IMAGE_WORDS } from './seal-image-words.js';

export async function createByHandwriting(
  ctx: MemberContext,
  { image, sealName }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  requireOwnSession(ctx);
  const given = Buffer.from(image.replace(/^data:image\/png;base64,/, ''), 'base64');
  // Rejects obviously invalid input before it enters the queue.
  if (!looksLikePng(given)) throw invalidField('image', SEAL_IMAGE_WORDS.NOT_A_PNG);
  const picture = await ctx.services.documents.readSealImage(given, null);
  if ('refused' in picture) throw invalidField('image', SEAL_IMAGE_WORDS[picture.refused]);
  return keepPersonalSeal(ctx, { sealName: sealName ?? '手写签名', source: 'HANDWRITING', picture });
}
