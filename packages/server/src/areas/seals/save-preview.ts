import type { OutputOf } from '@cinnabar/api/operation.js';
import type { corpPreView } from '@cinnabar/api/operations/seals.js';
import type { MemberContext } from '../../operation/context.js';
import { storedFileAddress } from '../../operation/link-address.js';
import { saveFile } from '../../storage/stored-files.js';

/** Purpose of stored pictures that are only previews of seals. */
export const SEAL_PREVIEW = 'seal-preview';

/** Stores a picture (PNG; px) for preview; previewing has no other effect. */
export async function savePreview(
  ctx: MemberContext,
  fileName: string,
  picture: { readonly bytes: Uint8Array; readonly width: number; readonly height: number },
): Promise<OutputOf<typeof corpPreView>> {
  const { width, height } = picture;
  const blob = await ctx.services.blobs.put(ctx.corpId, picture.bytes);
  return ctx.act(async (tx) => {
    const file = await saveFile(
      tx,
      {
        corpId: ctx.corpId,
        hash: blob.hash,
        size: blob.size,
        fileName,
        mediaType: 'image/png',
        originalHash: null,
        kind: SEAL_PREVIEW,
        pages: [{ width, height }],
        createdBy: ctx.actingMember.userId,
      },
      ctx.now,
    );
    const httpUrl = storedFileAddress(ctx.services, file, 'inline', ctx.now);
    return { fileName, fileUrl: file.fileKey, httpUrl, totalPage: 1, width, height };
  });
}
