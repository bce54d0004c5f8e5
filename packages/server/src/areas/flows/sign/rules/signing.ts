/** Whether a participant may sign now: pure, evaluated at the call and again for every commit. */

import type { ErrorReason } from '@cinnabar/api/errors.js';
import { type Flow, FlowStatus, type Participant, SignStatus } from '../../flow/flow.js';
import { isCounterparty } from '../../flow/rules/counterparty.js';
import { hasToPayFirst } from '../../flow/rules/duties.js';
import { isPastDeadline } from '../../flow/rules/states.js';
import { fillQueue, signGroup } from '../../flow/rules/turns.js';

export interface SigningFacts {
  readonly now: Date;
  /** Whether the signer's person is verified and their enterprise identified. */
  readonly verified: boolean;
  /** Values that the act fills first, when the signer is also the last filler. */
  readonly fillsFirst: boolean;
}

/** Why the participant cannot sign now; null if they can. */
export function refusalToSign(flow: Flow, signer: Participant, facts: SigningFacts): ErrorReason | null {
  if (isPastDeadline(flow, facts.now)) return 'FLOW_EXPIRED';
  if (!signer.signs) return 'FLOW_STATE';
  if (signer.signStatus === SignStatus.signed) return 'FLOW_STATE';
  if (signer.signStatus === SignStatus.awaitingApproval) return 'AWAITING_APPROVAL';
  if (!isSignable(flow, signer, facts.fillsFirst)) return 'FLOW_STATE';
  const group = signGroup(flow.participants);
  if (!group.some((member) => member.participantId === signer.participantId)) return 'NOT_YOUR_TURN';
  if (!facts.verified) return 'NOT_VERIFIED';
  if (flow.reversePay && !flow.feePaid && isCounterparty(flow, signer)) return 'FEE_UNPAID';
  if (hasToPayFirst(signer)) return 'PAYMENT_REQUIRED';
  return null;
}

/** Signing, or filling if its last filler signs in the same act. */
function isSignable(flow: Flow, signer: Participant, fillsFirst: boolean): boolean {
  if (flow.status === FlowStatus.signing) return !fillsFirst;
  if (flow.status !== FlowStatus.fill || !fillsFirst) return false;
  const [first, ...others] = fillQueue(flow);
  return first?.participantId === signer.participantId && others.length === 0;
}

/** Whether this is the last signature, which completes the flow. */
export function completes(flow: Flow, signer: Participant): boolean {
  return flow.participants.every(
    (participant) =>
      !participant.signs ||
      participant.participantId === signer.participantId ||
      participant.signStatus === SignStatus.signed,
  );
}
