import { Refusal } from '../../operation/refusal.js';
import { PayProviderFailed } from '../../providers/pay/port.js';
import { withTimeLimit } from '../../providers/time-limit.js';
import { raiseAlert } from './alerts.js';
import type { PayOrder } from './order.js';
import { queryOrder } from './query-order.js';
import { isLive } from './rules/order-states.js';
import { AmountDiffers, settleOrder, type Till } from './settle-order.js';
import { claimAsking, endAsking } from './store/asking.js';

/** Pages ask us every two seconds; the provider learns of it this often, whoever asks, and first after as long. */
const ASK_EVERY_MS = 10_000;

/** Whoever looks at an order waits for this. */
const WAIT_MS = 3_000;

/**
 * Asks the provider about an order that is unpaid here, because its notification may be late or lost, and applies what it
 * says. What the provider does not answer leaves the order as it is: the jobs go on asking.
 * @returns whether the order may have changed
 */
export async function askProvider(till: Till, order: PayOrder, now: Date): Promise<boolean> {
  if (!isLive(order.status)) return false;
  const since = new Date(now.getTime() - ASK_EVERY_MS);
  if (!(await claimAsking(till.db, order.orderId, since, now))) return false;
  try {
    const outcome = await withTimeLimit(
      WAIT_MS,
      queryOrder(till, order, now),
      (detail) => new PayProviderFailed('TRANSIENT', detail),
    );
    await settleOrder(till, order.orderId, outcome, now);
    return true;
  } catch (error) {
    if (error instanceof AmountDiffers) {
      await raiseAlert(till.db, {
        kind: 'amountDiffers',
        merchantId: error.merchantId,
        detail: error.message,
      });
      // It will say so again, and one alert is enough.
      await endAsking(till.db, order);
      return false;
    }
    // The provider's failures are counted and logged where all of its calls are.
    if (error instanceof PayProviderFailed) return false;
    // Its flow changed again and again meanwhile.
    if (error instanceof Refusal && error.code === '503') return false;
    throw error;
  }
}
