import type { OperatorContext } from '../../context.js';
import { refuse } from '../../refusal.js';

/** Every approval must be one that the operator can decide; there are none in this version, so that none is found. */
export async function requireApprovals(_ctx: OperatorContext, approvalIds: readonly number[]): Promise<void> {
  if (approvalIds.length > 0) throw refuse('404');
}
