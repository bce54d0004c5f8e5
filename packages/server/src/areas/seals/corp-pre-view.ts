import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { corpPreView as operation } from '@cinnabar/api/operations/seals.js';
import type { MemberContext } from '../../operation/context.js';
import { orFailAs } from '../../operation/failed-step.js';
import { ownCorp } from '../enterprise/index.js';
import { savePreview } from './save-preview.js';
import { drawFace, faceOf, SEAL_PICTURE_SIZE } from './template-seal.js';

export async function corpPreView(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { corpName } = await ownCorp(ctx);
  const { drawing, png } = await orFailAs('PREVIEW_GEN_ERROR', () =>
    drawFace(ctx.services, faceOf(corpName, input)),
  );
  const scale = SEAL_PICTURE_SIZE / Math.max(drawing.width, drawing.height);
  return savePreview(ctx, `${input.sealName}.png`, {
    bytes: png,
    width: Math.round(drawing.width * scale),
    height: Math.round(drawing.height * scale),
  });
}
