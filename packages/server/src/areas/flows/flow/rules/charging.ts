/** When a flow is charged, and when the charge is returned. */
import { type Flow, FlowStatus, SignStatus } from '../flow.js';

export type ChargedLedger = 'contract' | 'collection';

/** The ledgers charged when a flow leaves the draft state, in the order in which their balances are locked. */
export function chargedLedgers(flow: Pick<Flow, 'participants'>): readonly ChargedLedger[] {
  const collects = flow.participants.some(({ payee }) => payee !== null);
  return collects ? ['contract', 'collection'] : ['contract'];
}

/**
 * A flow revoked before the first signature is refunded in full; after a signature the contract counts as used. Drafts
 * are not charged.
 */
export function givesBackOnRevoke(
  flow: Pick<Flow, 'participants'> & { readonly status: FlowStatus },
): readonly ChargedLedger[] {
  if (flow.status === FlowStatus.draft) return [];
  const somebodySigned = flow.participants.some(
    ({ signs, signStatus }) => signs && signStatus === SignStatus.signed,
  );
  return somebodySigned ? [] : chargedLedgers(flow);
}

/** Name of the flow in a ledger row: rows are never rewritten, so an encrypted flow appears by its code only. */
export function flowOfEntry(
  flow: Pick<Flow, 'flowId' | 'flowCode' | 'title' | 'encrypted' | 'initiatorName'>,
) {
  return {
    signFlowId: flow.flowId,
    signFlowCode: flow.flowCode,
    signFlowName: flow.encrypted ? flow.flowCode : flow.title,
    initPsnName: flow.initiatorName,
  };
}
