/**
 * Charges of a flow according to docs/decisions.md: leaving the draft state costs one contract, and one collection if
 * somebody pays; a revocation before the first manual signature returns both, once. Nothing else changes a balance.
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
