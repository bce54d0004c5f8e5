import { SealStatus } from '@cinnabar/api/enums.js';
import type { SealView } from '@cinnabar/api/schemas/seal.js';
import { linkAddress } from '../../operation/link-address.js';
import type { Services } from '../../operation/services.js';
import type { SealRow, ShownSeal } from './store.js';

/** A seal in the form of answers, with a fresh link to its picture. */
export function sealView(
  services: Pick<Services, 'config' | 'rotatedKeys'>,
  row: ShownSeal,
  now: Date,
): SealView {
  return {
    sealId: row.seal_id,
    corpName: row.corp_name,
    sealCode: row.seal_code,
    sealName: row.seal_name,
    categoryType: row.category_type,
    sealStyle: row.seal_style,
    sealWidth: row.width,
    sealHeight: row.height,
    sealImageUrl: sealPictureAddress(services, row, now),
    defaultFlag: row.is_default ? 1 : 0,
    status: row.status,
    stop: stopOf(row),
    sealHorizontalText: row.horizontal_text,
    sealBottomText: row.bottom_text,
    source: row.source,
    authorNum: row.author_num,
    createTime: row.created_at,
  };
}

function stopOf({ status, stopped_by, stop_reason, stopped_at }: ShownSeal): SealView['stop'] {
  if (status !== SealStatus.suspended && status !== SealStatus.rejected) return null;
  return { byPlatform: stopped_by === null, reason: stop_reason, time: stopped_at };
}

/** Download link of a seal's picture. */
export function sealPictureAddress(
  services: Pick<Services, 'config' | 'rotatedKeys'>,
  row: Pick<SealRow, 'corp_id' | 'image_hash' | 'seal_code'>,
  now: Date,
): string {
  const picture = {
    kind: 'file',
    corpId: row.corp_id,
    hash: row.image_hash,
    fileName: `${row.seal_code}.png`,
    mediaType: 'image/png',
    disposition: 'inline',
  } as const;
  return linkAddress(services, picture, now);
}
