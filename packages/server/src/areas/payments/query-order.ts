import type { PaymentOutcome } from '../../providers/pay/port.js';
import { accountOfOrder } from './account.js';
import type { PayOrder } from './order.js';
import type { Till } from './settle-order.js';

/** What the provider says about the order. @throws PayProviderFailed */
export async function queryOrder(till: Till, order: PayOrder, now: Date): Promise<PaymentOutcome> {
  return till.services.pay.query(await accountOfOrder(till, order), order.businessOrderNo, now);
}
