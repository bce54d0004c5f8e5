import { withTimeLimit } from '../time-limit.js';
import { type PayProvider, PayProviderFailed } from './port.js';

/** A payer waits while an order is created. */
const PAY_LIMIT_MS = 10_000;
/** Providers expect an answer within five seconds. */
const NOTIFICATION_LIMIT_MS = 4_000;
/** A statement is downloaded by a job. */
const STATEMENT_LIMIT_MS = 120_000;

/**
 * Applies the port's time limits to the adapter. Nothing is retried here: after TRANSIENT the jobs of the payments area
 * query the provider until an order is final.
 */
export function limitedPay(adapter: PayProvider): PayProvider {
  const limited = <T>(work: Promise<T>, limitMs = PAY_LIMIT_MS): Promise<T> =>
    withTimeLimit(limitMs, work, (detail) => new PayProviderFailed('TRANSIENT', detail));
  return {
    answers: (account) => adapter.answers(account),
    create: (payment) => limited(adapter.create(payment)),
    query: (account, businessOrderNo, now) => limited(adapter.query(account, businessOrderNo, now)),
    close: (account, businessOrderNo, now) => limited(adapter.close(account, businessOrderNo, now)),
    refund: (refund) => limited(adapter.refund(refund)),
    queryRefund: (refund) => limited(adapter.queryRefund(refund)),
    openId: (account, authCode, source) => limited(adapter.openId(account, authCode, source)),
    verifyNotification: (account, received) =>
      limited(adapter.verifyNotification(account, received), NOTIFICATION_LIMIT_MS),
    statement: (request) => limited(adapter.statement(request), STATEMENT_LIMIT_MS),
  };
}
