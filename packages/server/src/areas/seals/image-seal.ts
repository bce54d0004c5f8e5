/** Image seals: an uploaded picture, centred on a canvas of the seal's shape. */
import type { SealCategory, SealShape } from '@cinnabar/api/schemas/seal.js';
import { SEAL_SIZES } from '@cinnabar/pdf/seals/draw-seal.js';
import type { CorpId, UserId } from '../../operation/context.js';
import type { Services } from '../../operation/services.js';
import { firstStatus, sealCode } from './rules.js';
import type { NewSeal } from './store.js';
import { SEAL_PICTURE_SIZE } from './template-seal.js';

export interface ImageSealSpec {
  readonly corpId: CorpId;
  readonly corpName: string;
  readonly sealName: string;
  readonly categoryType: SealCategory;
  readonly shape: SealShape;
  /** Content hash of the picture stored by uploadSealFile. */
  readonly pictureHash: string;
  readonly createdBy: UserId;
}

/** Draws and stores the seal's face and picture; only an insert remains. */
export async function prepareImageSeal(
  services: Pick<Services, 'blobs' | 'config' | 'documents' | 'ids'>,
  spec: ImageSealSpec,
  now: Date,
): Promise<NewSeal> {
  const { blobs, documents } = services;
  const size = SEAL_SIZES[spec.shape];
  const png = await documents.sealCanvas(await blobs.get(spec.corpId, spec.pictureHash), size);
  const picture = await documents.sealPng({ kind: 'picture', ...size, png }, SEAL_PICTURE_SIZE);
  const [face, image] = await Promise.all([blobs.put(spec.corpId, png), blobs.put(spec.corpId, picture)]);
  const sealId = await services.ids.next<'Seal'>();
  return {
    corp_id: spec.corpId,
    seal_id: sealId,
    corp_name: spec.corpName,
    seal_code: sealCode(sealId),
    seal_name: spec.sealName,
    category_type: spec.categoryType,
    seal_style: 3,
    shape: spec.shape,
    ...size,
    horizontal_text: null,
    bottom_text: null,
    source: 'IMAGE',
    status: firstStatus('IMAGE', services.config.sealReview),
    drawing_hash: face.hash,
    image_hash: image.hash,
    created_by: spec.createdBy,
    created_at: now,
  };
}
