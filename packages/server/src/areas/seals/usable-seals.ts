import { SealStatus } from '@cinnabar/api/enums.js';
import type { SealView } from '@cinnabar/api/schemas/seal.js';
import type { Db } from '../../database/schema.js';
import type { CorpId } from '../../operation/context.js';
import type { Services } from '../../operation/services.js';
import { sealView } from './seal-view.js';
import { listSeals } from './store.js';

/** Limit of seals offered for selection. */
const MAX_SHOWN = 100;

/** The enterprise's enabled seals for selection, the default first, then newest first. */
export async function usableSeals(
  db: Db,
  services: Pick<Services, 'config' | 'rotatedKeys'>,
  corpId: CorpId,
  now: Date,
): Promise<readonly SealView[]> {
  const filter = { sealId: null, sealName: null, categoryType: null, status: SealStatus.enabled } as const;
  const { rows } = await listSeals(db, corpId, filter, { limit: MAX_SHOWN, offset: 0 }, now);
  return rows
    .map((row) => sealView(services, row, now))
    .sort((left, right) => right.defaultFlag - left.defaultFlag);
}
