import { SealStatus } from '@cinnabar/api/enums.js';
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { Tx } from '../../database/schema.js';
import type { CorpId } from '../../operation/context.js';
import { movedStatus, type SealMove } from './rules.js';
import { lockAllSeals, makeDefault, setSealStatus } from './store.js';

export type MovedSeal =
  | { readonly outcome: 'moved'; readonly sealName: string; readonly status: SealStatus }
  | { readonly outcome: 'unknown' }
  /** The seal's status does not allow the transition. */
  | { readonly outcome: 'unmoved'; readonly sealName: string; readonly status: SealStatus };

/** What the operator decides about a seal. */
export interface SealDecision {
  readonly corpId: CorpId;
  readonly sealId: SealId;
  readonly move: SealMove;
  /** Told to the enterprise while the seal is suspended or rejected; null: none. */
  readonly reason: string | null;
  readonly now: Date;
}

/**
 * Reviews, suspends or resumes a seal by decision of the operator. A suspended default stays the default: signing
 * nothing is better than signing with an unexpected seal. A seal that becomes enabled is the default if the enterprise
 * has none.
 */
export async function moveSeal(
  tx: Tx,
  { corpId, sealId, move, reason, now }: SealDecision,
): Promise<MovedSeal> {
  const seals = await lockAllSeals(tx, corpId);
  const seal = seals.find((each) => each.seal_id === sealId);
  if (seal === undefined) return { outcome: 'unknown' };
  // One that its enterprise has suspended can be suspended by the platform as well, which alone resumes it then.
  const isOwnStop = move === 'suspend' && seal.stopped_by !== null && seal.status === SealStatus.suspended;
  const status = isOwnStop ? seal.status : movedStatus(seal.status, move);
  if (status === null) return { outcome: 'unmoved', sealName: seal.seal_name, status: seal.status };
  const isStopped = status === SealStatus.suspended || status === SealStatus.rejected;
  await setSealStatus(tx, corpId, sealId, status, isStopped ? { userId: null, reason, time: now } : null);
  if (status === SealStatus.enabled && !seals.some((each) => each.is_default))
    await makeDefault(tx, corpId, sealId);
  return { outcome: 'moved', sealName: seal.seal_name, status };
}
