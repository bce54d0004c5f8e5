import { FlowStatus, SignStatus } from '@cinnabar/api/enums.js';
import { type ContractState, endedFlow, partiesToAct } from '../shared/flow/contract-state.js';
import type { View } from './marks.js';

/** State of a contract for its signer; null while they can sign it. */
export function standingOf(view: View): ContractState | null {
  const { status, obstacle, me, approval } = view;
  const awaitsApproval = me.signStatus === SignStatus.awaitingApproval;
  if (status === FlowStatus.signing && obstacle === null && !awaitsApproval) return null;
  const ended = endedFlow(view);
  if (ended !== null) return ended;
  if (awaitsApproval) return { kind: 'awaitingApproval', approval };
  switch (obstacle) {
    case 'FLOW_EXPIRED':
      return { kind: 'expired' };
    case 'NOT_VERIFIED':
      return { kind: 'notVerified', duty: 'sign' };
    case 'PAYMENT_REQUIRED':
      return { kind: 'paymentDue', amount: view.amount ?? 0 };
    case 'FEE_UNPAID':
      return { kind: 'feeDue' };
    default: {
      const before = partiesToAct(view.parties);
      return status === FlowStatus.fill || before.length === 0
        ? { kind: 'notFilled' }
        : { kind: 'notYourTurn', duty: 'sign', partiesToAct: before };
    }
  }
}
