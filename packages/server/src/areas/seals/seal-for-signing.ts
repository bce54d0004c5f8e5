import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { Db, Tx } from '../../database/schema.js';
import type { CorpId } from '../../operation/context.js';
import { refuse, refuseFor } from '../../operation/refusal.js';
import { isUsable } from './rules.js';
import { defaultSeal, findSeal, type SealRow, type SealToPlace } from './store.js';

/**
 * The enterprise's seal named by a signature; 0 is the default. Permission to use it is checked elsewhere.
 * @throws Refusal SEAL_NOT_FOUND; SEAL_NOT_USABLE if it is not enabled
 */
export async function sealForSigning(db: Db | Tx, corpId: CorpId, sealId: SealId | 0): Promise<SealRow> {
  return usable(sealId === 0 ? await defaultSeal(db, corpId) : await findSeal(db, corpId, sealId));
}

/** Like sealForSigning, of seals that have been read. */
export function sealAmong(seals: readonly SealToPlace[], sealId: SealId | 0): SealToPlace {
  const seal = seals.find((each) => (sealId === 0 ? each.is_default : each.seal_id === sealId));
  return usable(seal ?? null);
}

function usable<Row extends SealToPlace>(seal: Row | null): Row {
  if (seal === null) throw refuse('SEAL_NOT_FOUND');
  if (!isUsable(seal)) throw refuseFor('SEAL_NOT_USABLE');
  return seal;
}
