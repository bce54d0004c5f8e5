/** Duties for which links are issued: a participant's part in a flow, as long as it is pending. */
import { PaymentPriority } from '@cinnabar/api/enums.js';
import type { ErrorReason } from '@cinnabar/api/errors.js';
import { type Flow, FlowStatus, type Participant, SignStatus } from '../flow.js';
import { isOpen, isPastDeadline, phaseOf } from './states.js';
import { hasToFill, turnHolders } from './turns.js';

export type Duty = 'fill' | 'sign';

/** Whether the participant still has the duty, whether or not it is their turn. */
export function hasDuty(flow: Flow, participant: Participant, duty: Duty): boolean {
  if (!isOpen(flow.status) || participant.signStatus === SignStatus.refused) return false;
  if (duty === 'sign') return participant.signs && participant.signStatus !== SignStatus.signed;
  return flow.status === FlowStatus.fill && !participant.filled && hasToFill(flow.components, participant);
}

/** Duty of the participants whose turn it is. */
export function dutyNow({ status }: Pick<Flow, 'status'>): Duty {
  return status === FlowStatus.fill ? 'fill' : 'sign';
}

/** Whether the participant still has to pay before they may sign. */
export function hasToPayFirst({ payee }: Pick<Participant, 'payee'>): boolean {
  return payee !== null && payee.priority === PaymentPriority.payFirst && !payee.paid;
}

/** The outcome of a payment that did not keep a signer from signing. */
export type PaymentAfterSigning = 'due' | 'paid' | 'none';

/** A signer who has signed still owes what the contract collects, unless it has been dropped meanwhile. */
export function paymentAfterSigning(flow: Flow, signer: Participant, now: Date): PaymentAfterSigning {
  if (owesPayment(flow, signer)) return isPastDeadline(flow, now) ? 'none' : 'due';
  return signer.payee?.paid === true && signer.signStatus === SignStatus.signed ? 'paid' : 'none';
}

/** Whether a payment is due from somebody who has signed. */
export function owesPayment({ status }: Pick<Flow, 'status'>, { payee, signStatus }: Participant): boolean {
  const phase = phaseOf(status);
  const holds = phase === 'open' || phase === 'completed';
  return holds && signStatus === SignStatus.signed && payee !== null && !payee.paid;
}

/** Why nobody has this duty in the flow; null if somebody has. */
export function refusalOfDuty(flow: Flow, now: Date): ErrorReason | null {
  if (isPastDeadline(flow, now)) return 'FLOW_EXPIRED';
  return isOpen(flow.status) ? null : 'FLOW_STATE';
}

/**
 * Recipient of a link whose request names nobody: the caller's only part; for an initiator without a part, the only
 * participant whose turn it is, or else the only one with this duty. null: the request must name one.
 */
export function dutyMeant(
  flow: Flow,
  duty: Duty,
  own: readonly Participant[],
  isInitiator: boolean,
): Participant | null {
  const all = flow.participants.filter((participant) => hasDuty(flow, participant, duty));
  const mine = all.filter((participant) => own.includes(participant));
  if (mine.length > 0 || !isInitiator) return only(mine);
  const holders = turnHolders(flow);
  return only(all.filter((participant) => holders.includes(participant))) ?? only(all);
}

function only<T>(items: readonly T[]): T | null {
  const [first, second] = items;
  return first === undefined || second !== undefined ? null : first;
}
