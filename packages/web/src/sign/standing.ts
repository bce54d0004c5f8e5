import { FlowStatus, SignStatus } from '@cinnabar/api/enums.js';
import { type EndedFlow, endedFlow, partiesToAct } from '../shared/flow/ended-flow.js';
import type { View } from './marks.js';

/** Why a contract cannot be signed at present. */
export type Standing =
  | EndedFlow
  | { readonly kind: 'awaitingApproval' | 'notVerified' | 'feeDue' | 'notFilled' }
  | { readonly kind: 'paymentDue'; readonly amount: number }
  | { readonly kind: 'notYourTurn'; readonly partiesToAct: readonly string[] };

/** State of a contract for its signer; null while they can sign it. */
export function standingOf(view: View): Standing | null {
  const { status, obstacle, me } = view;
  if (status === FlowStatus.signing && obstacle === null && me.signStatus !== SignStatus.awaitingApproval) {
    return null;
  }
  if (me.signStatus === SignStatus.awaitingApproval) return { kind: 'awaitingApproval' };
  const ended = endedFlow(view);
  if (ended !== null) return ended;
  switch (obstacle) {
    case 'FLOW_EXPIRED':
      return { kind: 'expired', deadline: view.deadline };
    case 'NOT_VERIFIED':
      return { kind: 'notVerified' };
    case 'PAYMENT_REQUIRED':
      return { kind: 'paymentDue', amount: view.amount ?? 0 };
    case 'FEE_UNPAID':
      return { kind: 'feeDue' };
    default: {
      const before = partiesToAct(view.parties);
      return status === FlowStatus.fill || before.length === 0
        ? { kind: 'notFilled' }
        : { kind: 'notYourTurn', partiesToAct: before };
    }
  }
}
