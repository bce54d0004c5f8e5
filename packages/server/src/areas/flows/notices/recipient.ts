import type { CorpId, UserId } from '../../../operation/context.js';
import type { Notice } from '../../notices/index.js';
import type { Flow } from '../flow/flow.js';

/** Somebody to be notified about a flow: the holder of a part or a copy, or the initiator. */
export interface Concerned {
  readonly psnId: UserId;
  /** The enterprise for which they take part; null: for themselves, or it is not registered. */
  readonly corpId: CorpId | null;
  /** Their present mobile, where it is known already. */
  readonly mobile?: string;
}

export function initiatorOf({ initiatorId: psnId, corpId }: Flow): Concerned {
  return { psnId, corpId };
}

/** The address given with the flow is used, or one of the initiating or of their own enterprise. */
export function recipientOf(flow: Flow, { psnId, corpId }: Concerned, mobile: string): Notice['to'] {
  const corpIds = corpId === null || corpId === flow.corpId ? [flow.corpId] : [flow.corpId, corpId];
  return { userId: psnId, mobile, corpIds };
}
