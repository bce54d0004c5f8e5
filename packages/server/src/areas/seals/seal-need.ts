import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import type { Tx } from '../../database/schema.js';
import type { CorpId, UserId } from '../../operation/context.js';

/** A member for whom the platform places a seal. */
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
 * Whether unfinished work depends on the seal, so that it cannot be deleted. This area does not know contracts: the
 * flows area implements the check, and the composition root injects it.
 */
export type IsSealNeeded = (tx: Tx, seal: SealInUse) => Promise<boolean>;
