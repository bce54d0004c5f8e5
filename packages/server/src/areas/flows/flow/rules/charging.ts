/** When a charged contract is returned to the account. */
import { type Flow, FlowStatus, SignStatus } from '../flow.js';

export type ChargedLedger = 'contract' | 'collection';

/** The ledgers that leaving draft takes one from, in the order in which their balances are locked. */
export function chargedLedgers(flow: Pick<Flow, 'participants'>): readonly ChargedLedger[] {
  const collects = flow.participants.some(({ payee }) => payee !== null);
  return collects ? ['contract', 'collection'] : ['contract'];
}

/** Revoked before anybody signed, everything comes back; afterwards the contract has been used. Drafts cost nothing. */
export function givesBackOnRevoke(
  flow: Pick<Flow, 'participants'> & { readonly status: FlowStatus },
): readonly ChargedLedger[] {
  if (flow.status === FlowStatus.draft) return [];
  const somebodySigned = flow.participants.some(
    ({ signs, signStatus }) => signs && signStatus === SignStatus.signed,
  );
  return somebodySigned ? [] : chargedLedgers(flow);
}

/** The flow as a row of the ledger names it: rows are never rewritten, so an encrypted flow's has its code alone. */
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
