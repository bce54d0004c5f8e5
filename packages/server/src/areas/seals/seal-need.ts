import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import type { Tx } from '../../database/schema.js';
import type { CorpId, UserId } from '../../operation/context.js';

/** A member for whom the platform places a seal by itself. */
export interface AutomaticPlacement {
  readonly userId: UserId;
  /** In contracts of these templates; empty: in all contracts. */
  readonly templateIds: readonly TemplateId[];
}

export interface SealInUse {
  readonly corpId: CorpId;
  readonly sealId: SealId;
  readonly placements: readonly AutomaticPlacement[];
  readonly now: Date;
}

/**
 * Whether something unfinished counts on the seal, so that it cannot be deleted. Seals know nothing of contracts: the
 * area of flows answers, and the composition root hands the answer in.
 */
export type IsSealNeeded = (tx: Tx, seal: SealInUse) => Promise<boolean>;
