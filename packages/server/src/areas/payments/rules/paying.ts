/** Who pays in a flow, and which amounts: pure. */
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
 * A person's relation to an amount due from a participant. `initiator` takes precedence: they may act for both sides.
 * `denied`: a flow of their enterprise that they may not pay in. `foreign`: as if the flow did not exist.
 */
export type Standing = 'initiator' | 'payer' | 'denied' | 'foreign';

/**
 * A paying enterprise can pay through any of its members, because the signer is rarely the payer; in a confidential
 * flow only its own signer knows of it.
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

/** Whether somebody represents the merchant: the initiator, or a manager of its contracts. */
export function speaksForMerchant(flow: Flow, viewer: Viewer): boolean {
  if (isInitiator(flow, viewer)) return true;
  return flow.corpId === viewer.corpId && viewer.managesContracts && !flow.confidential;
}

export type Due =
  | { readonly kind: 'due'; readonly amountFen: number }
  | { readonly kind: 'refused'; readonly reason: ErrorReason }
  | { readonly kind: 'code'; readonly code: ErrorCode };

/** The collection due from a participant: also after completion, if they sign before they pay. */
export function collectionDue(flow: Flow, participant: Participant, now: Date): Due {
  if (isPastDeadline(flow, now)) return { kind: 'refused', reason: 'FLOW_EXPIRED' };
  if (!isCollectable(flow)) return { kind: 'refused', reason: 'FLOW_STATE' };
  const { payee } = participant;
  if (payee === null || payee.paid) return { kind: 'code', code: '1104' };
  return { kind: 'due', amountFen: payee.amountFen };
}

/** Whether money for the flow may be kept, judged by its state alone. */
export function isCollectable({ status }: Pick<Flow, 'status'>): boolean {
  const phase = phaseOf(status);
  return phase === 'open' || phase === 'completed';
}

/** Why no counterparty can bear the fee of the contract now; null if one can. */
export function refusalToBearFee(flow: Flow, now: Date): ErrorReason | null {
  if (isPastDeadline(flow, now)) return 'FLOW_EXPIRED';
  return flow.reversePay && isOpen(flow.status) ? null : 'FLOW_STATE';
}

/** The viewer's participants that may bear the fee: those that are counterparties. */
export function feeBearers(flow: Flow, own: readonly Participant[]): readonly Participant[] {
  return own.filter((participant) => isCounterparty(flow, participant));
}
