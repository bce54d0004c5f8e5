import { withTimeLimit } from '../time-limit.js';
import { type PayProvider, PayProviderFailed } from './port.js';

/** A payer waits while an order is created. */
const PAY_LIMIT_MS = 10_000;

/**
 * Applies the port's time limits to the adapter. Nothing is retried here: after TRANSIENT the jobs of the payments area
 * query the provider until an order is final.
 */
export function limitedPay(adapter: PayProvider): PayProvider {
  const limited = <T>(work: Promise<T>): Promise<T> =>
    withTimeLimit(PAY_LIMIT_MS, work, (detail) => new PayProviderFailed('TRANSIENT', detail));
  return {
    notificationPath: adapter.notificationPath,
    create: (payment) => limited(adapter.create(payment)),
    query: (account, businessOrderNo, now) => limited(adapter.query(account, businessOrderNo, now)),
    close: (account, businessOrderNo, now) => limited(adapter.close(account, businessOrderNo, now)),
    refund: (refund) => limited(adapter.refund(refund)),
    openId: (account, authCode) => limited(adapter.openId(account, authCode)),
    verifyNotification: (received) => adapter.verifyNotification(received),
  };
}
