/** Alerts: what somebody has to look at, because the service cannot decide it. */
import type { Db, Tx } from '../../database/schema.js';
import { enqueue } from '../../jobs/queue.js';
import type { MerchantId } from './channel.js';

/**
 * `unexpectedPayment`: money for an ended order, which is refunded. `amountDiffers`: a provider reports another amount
 * than was asked for. `refundFailed`: the provider does not make a refund. `refundPending`: a refund takes very long.
 * `balanceLow`: the merchant's account does not cover a refund. `statementDiffers`: statement and orders are different.
 * `statementMissing`: a statement could not be fetched for days.
 */
export type AlertKind =
  | 'unexpectedPayment'
  | 'amountDiffers'
  | 'refundFailed'
  | 'refundPending'
  | 'balanceLow'
  | 'statementDiffers'
  | 'statementMissing';

export interface PaymentAlert {
  readonly kind: AlertKind;
  readonly merchantId: MerchantId;
  /** The order or day that it is about, and what happened, without personal data. */
  readonly detail: string;
}

declare module '../../jobs/tasks.js' {
  interface JobPayloads {
    'payments.alert': PaymentAlert;
  }
}

/** Raises the alert when the transaction commits. */
export async function raiseAlert(tx: Db | Tx, alert: PaymentAlert): Promise<void> {
  await enqueue(tx, 'payments.alert', alert);
}
