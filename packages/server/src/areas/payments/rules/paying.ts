/** Who pays in a flow, and what: pure. */
import type { ErrorCode, ErrorReason } from '@cinnabar/api/errors.js';
import {
  type Flow,
  FlowStatus,
  isCounterparty,
  isInitiator,
  isOpen,
  isPastDeadline,
  type Participant,
  phaseOf,
  reachesPersonalParts,
  sightOf,
  type Viewer,
} from '../../flows/index.js';

/**
 * How somebody stands to what a participant has to pay. `initiator` comes first: they may do both sides' part of it.
 * `denied`: it is their enterprise's flow, and not theirs. `foreign`: as if there were nothing.
 */
export type Standing = 'initiator' | 'payer' | 'denied' | 'foreign';

/**
 * A paying enterprise pays through any of its members, since whoever signs is seldom whoever pays; of a confidential
 * flow only its own signer knows.
 */
export function standingOf(flow: Flow, participant: Participant, viewer: Viewer): Standing {
  if (isInitiator(flow, viewer)) return 'initiator';
  const isSelf = participant.psnId === viewer.userId;
  const paysForSelf = participant.type === 'person' && isSelf && reachesPersonalParts(flow, viewer);
  const paysForCorp =
    participant.type === 'enterprise' &&
    participant.corpId === viewer.corpId &&
    flow.status !== FlowStatus.draft &&
    (isSelf || !flow.confidential);
  if (paysForSelf || paysForCorp) return 'payer';
  return sightOf(flow, viewer) === 'foreign' ? 'foreign' : 'denied';
}

/** Whether somebody on the merchant's side speaks for it: the initiator, and who manages its contracts. */
export function speaksForMerchant(flow: Flow, viewer: Viewer): boolean {
  if (isInitiator(flow, viewer)) return true;
  return flow.corpId === viewer.corpId && viewer.managesContracts && !flow.confidential;
}

export type Due =
  | { readonly kind: 'due'; readonly amountFen: number }
  | { readonly kind: 'refused'; readonly reason: ErrorReason }
  | { readonly kind: 'code'; readonly code: ErrorCode };

/** What is to be collected from a participant: also after completion, where they sign before they pay. */
export function collectionDue(flow: Flow, participant: Participant, now: Date): Due {
  if (isPastDeadline(flow, now)) return { kind: 'refused', reason: 'FLOW_EXPIRED' };
  if (!isCollectable(flow)) return { kind: 'refused', reason: 'FLOW_STATE' };
  const { payee } = participant;
  if (payee === null || payee.paid) return { kind: 'code', code: '1104' };
  return { kind: 'due', amountFen: payee.amountFen };
}

/** Whether money for the flow may be kept, by its state alone. */
export function isCollectable({ status }: Pick<Flow, 'status'>): boolean {
  const phase = phaseOf(status);
  return phase === 'open' || phase === 'completed';
}

/** Why the fee of the contract cannot be borne by a counterparty now, or null. */
export function refusalToBearFee(flow: Flow, now: Date): ErrorReason | null {
  if (isPastDeadline(flow, now)) return 'FLOW_EXPIRED';
  return flow.reversePay && isOpen(flow.status) ? null : 'FLOW_STATE';
}

/** The participants of a viewer that may bear the fee: the counterparties among them. */
export function feeBearers(flow: Flow, own: readonly Participant[]): readonly Participant[] {
  return own.filter((participant) => isCounterparty(flow, participant));
}
