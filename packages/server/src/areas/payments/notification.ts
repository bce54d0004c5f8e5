import type { MessageLog } from '../../database/message-log.js';
import { PayProviderFailed, type ReceivedNotification } from '../../providers/pay/port.js';
import { AmountDiffers, settleOrder, type Till } from './settle-order.js';
import { findOrderByNumber } from './store/orders.js';

/**
 * Handles a provider's notification: it must be signed, and match an order and its amount.
 * @returns whether it was accepted; a provider repeats one that was not
 */
export async function receiveNotification(
  till: Till,
  log: MessageLog,
  received: ReceivedNotification,
): Promise<boolean> {
  try {
    const { businessOrderNo, outcome } = till.services.pay.verifyNotification(received);
    const order = await findOrderByNumber(till.db, businessOrderNo);
    if (order === null) {
      log.warn(`a payment was notified for an order that is none of ours: ${businessOrderNo}`);
      return false;
    }
    const after = await settleOrder(till, order.orderId, outcome, received.now);
    if (order.refundReason === null && after.refundReason !== null) {
      log.warn(`order ${businessOrderNo} was paid though nobody waits for it, and is refunded`);
    }
    return true;
  } catch (error) {
    if (!(error instanceof PayProviderFailed) && !(error instanceof AmountDiffers)) throw error;
    log.warn(`a payment notification was refused: ${error.message}`);
    return false;
  }
}
