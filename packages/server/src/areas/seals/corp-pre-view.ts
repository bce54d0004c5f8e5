import { corpPreView as operation } from '@cinnabar/api/seals.js';
import { orFailAs } from '../../failed-step.js';
import { route } from '../../handler.js';
import { storedFileAddress } from '../../link-address.js';
import { saveFile } from '../../storage/stored-files.js';
import { ownCorp } from '../enterprise/index.js';
import { drawFace, faceOf, SEAL_PICTURE_SIZE } from './template-seal.js';

/** What stored pictures of seals that were only looked at are for. */
export const SEAL_PREVIEW = 'seal-preview';

export const corpPreView = route('operator', operation, async (ctx, input) => {
  const { corpName } = await ownCorp(ctx);
  const { drawing, png } = await orFailAs('PREVIEW_GEN_ERROR', () =>
    drawFace(ctx.services, faceOf(corpName, input)),
  );
  const blob = await ctx.services.blobs.put(ctx.corpId, png);
  const scale = SEAL_PICTURE_SIZE / Math.max(drawing.width, drawing.height);
  const size = { width: Math.round(drawing.width * scale), height: Math.round(drawing.height * scale) };
  return ctx.act(async (tx) => {
    const file = await saveFile(
      tx,
      {
        corpId: ctx.corpId,
        hash: blob.hash,
        size: blob.size,
        fileName: `${input.sealName}.png`,
        mediaType: 'image/png',
        originalHash: null,
        kind: SEAL_PREVIEW,
        pages: [size],
        createdBy: ctx.operator.userId,
      },
      ctx.now,
    );
    const httpUrl = storedFileAddress(ctx.services, file, 'inline', ctx.now);
    return { fileName: file.fileName, fileUrl: file.fileKey, httpUrl, totalPage: 1, ...size };
  });
});
