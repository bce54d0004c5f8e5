import type { PayOrderId } from '@cinnabar/api/schemas/payment.js';
import type { PaymentOutcome } from '../../providers/pay/port.js';
import { accountOfOrder } from './account.js';
import type { PayOrder } from './order.js';
import { isLive } from './rules/order-states.js';
import { settleOrder, type Till } from './settle-order.js';
import { findOrder } from './store/orders.js';

/** Closes the order at the provider; a payment made meanwhile stands. */
export async function closeAtProvider(till: Till, order: PayOrder, now: Date): Promise<PaymentOutcome> {
  return till.services.pay.close(await accountOfOrder(till, order), order.businessOrderNo, now);
}

/**
 * Closes an order that can still be paid, first at the provider. One that was paid meanwhile is recorded as paid.
 * @throws PayProviderFailed, AmountDiffers
 */
export async function closeOrder(till: Till, orderId: PayOrderId, now: Date): Promise<void> {
  const order = await findOrder(till.db, orderId);
  if (order === null || !isLive(order.status)) return;
  await settleOrder(till, orderId, await closeAtProvider(till, order, now), now);
}
