import type { Id } from '../schema.js';

/** What the person of a part has to pay, as the cashier shows it. */
export interface PayPageView {
  readonly flowId: Id<'Flow'>;
  readonly participantId: Id<'Participant'>;
  readonly flowTitle: string;
  /**
   * `collection`: what the contract collects. `fee`: the fee of signing, by a channel. `credit`: the fee, one contract
   * of the enterprise's account. `nothing`: all is paid.
   */
  readonly due: 'collection' | 'fee' | 'credit' | 'nothing';
  /** yuan; null where nothing is paid in money. */
  readonly amount: number | null;
  /** Who gets it; null: the platform. */
  readonly payeeName: string | null;
  readonly remark: string | null;
  /** The newest order of this part, whatever has become of it. */
  readonly lastOrderId: Id<'PayOrder'> | null;
}

/** How the sandbox's payment provider shows an order. */
export interface SandboxPayment {
  /** yuan */
  readonly amount: number;
  readonly state: 'open' | 'succeeded' | 'failed' | 'closed';
}
