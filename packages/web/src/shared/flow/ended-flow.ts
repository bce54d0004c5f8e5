import { FlowStatus } from '@cinnabar/api/enums.js';
import type { FlowPage } from '@cinnabar/api/pages/flow-page.js';

/** How a contract ended without being completed. */
export type EndedFlow =
  | { readonly kind: 'refused' | 'revoked'; readonly reason: string | null }
  | { readonly kind: 'expired'; readonly deadline: string | null };

/** @returns null while the contract is in progress, and when it is completed */
export function endedFlow({
  status,
  endReason,
  deadline,
}: Pick<FlowPage, 'status' | 'endReason' | 'deadline'>): EndedFlow | null {
  switch (status) {
    case FlowStatus.refused:
      return { kind: 'refused', reason: endReason };
    case FlowStatus.revoked:
      return { kind: 'revoked', reason: endReason };
    case FlowStatus.expired:
      return { kind: 'expired', deadline };
    default:
      return null;
  }
}

/** The other parties whose turn it is. */
export function partiesToAct(parties: FlowPage['parties']): readonly string[] {
  return parties.filter(({ isTurn, isMe }) => isTurn && !isMe).map(({ name }) => name);
}
