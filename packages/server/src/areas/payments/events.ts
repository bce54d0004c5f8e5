/** Events that the area publishes. */
import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { PayOrderId } from '@cinnabar/api/schemas/payment.js';
import { topic } from '../../jobs/outbox.js';
import { flowSeries } from '../flows/index.js';
import type { FlowGoods } from './order.js';

export interface PaymentNews {
  /** null for a payment outside of the service. */
  readonly orderId: PayOrderId | null;
  readonly flowId: FlowId;
  readonly participantId: ParticipantId;
  readonly goodsType: FlowGoods;
  readonly amountFen: number;
}

export const paymentSucceeded = topic<PaymentNews>('payment.succeeded', flowSeries);
export const paymentRefunded = topic<PaymentNews>('payment.refunded', flowSeries);
