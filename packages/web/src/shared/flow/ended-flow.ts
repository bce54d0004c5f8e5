import { FlowStatus } from '@cinnabar/api/enums.js';
import type { FlowPage } from '@cinnabar/api/pages/flow-page.js';

/** How a contract has ended that nobody can act in any more. */
export type EndedFlow =
  | { readonly kind: 'refused' | 'revoked'; readonly reason: string | null }
  | { readonly kind: 'expired'; readonly deadline: string | null };

/** @returns null while it continues, and where it is completed */
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

/** Whose turn it is, other than the person's own. */
export function waitedFor(parties: FlowPage['parties']): readonly string[] {
  return parties.filter(({ isTurn, isMe }) => isTurn && !isMe).map(({ name }) => name);
}
