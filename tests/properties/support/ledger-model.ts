/**
 * What a flow costs, by docs/decisions.md alone: leaving draft takes one contract, and one collection where somebody
 * pays; revoked before anybody signed by hand it gives both back, once. Nothing else moves anything.
 */
export interface CostingFlow {
  readonly collects: boolean;
  readonly revoked: boolean;
  readonly signedByHand: boolean;
}

export interface LedgerRow {
  readonly recordType: string;
  readonly count: number;
}

export type LedgerName = 'contract' | 'collection';

export function rowsOf(flow: CostingFlow, ledger: LedgerName): readonly LedgerRow[] {
  if (ledger === 'collection' && !flow.collects) return [];
  const taken = { recordType: 'signContract', count: -1 };
  const back = { recordType: 'signCancel', count: 1 };
  return flow.revoked && !flow.signedByHand ? [taken, back] : [taken];
}
