/** States of WeChat Pay as those of the port: pure. */
import { type Fields, fieldsOf, textIn, timeIn, wholeIn } from '../json-fields.js';
import { type PaymentOutcome, PayProviderFailed, type RefundOutcome } from '../port.js';

/**
 * An order that its merchant refunded before we heard of its payment is closed: its money is no longer there.
 * @throws PayProviderFailed TRANSIENT if it is not an order
 */
export function outcomeOf(order: Fields): PaymentOutcome {
  switch (textIn(order, 'trade_state')) {
    case 'SUCCESS':
      return payment(order);
    case 'NOTPAY':
    case 'USERPAYING':
    case 'ACCEPT':
      return { state: 'open' };
    case 'PAYERROR':
      return { state: 'failed' };
    case 'CLOSED':
    case 'REVOKED':
    case 'REFUND':
      return { state: 'closed' };
    default:
      throw new PayProviderFailed('TRANSIENT', 'an answer without a state of the order');
  }
}

function payment(order: Fields): PaymentOutcome {
  const amount = fieldsOf(order['amount']);
  const amountFen = wholeIn(amount, 'total');
  const providerOrderNo = textIn(order, 'transaction_id');
  const time = timeIn(order, 'success_time');
  const isYuan = (textIn(amount, 'currency') ?? 'CNY') === 'CNY';
  if (amountFen === null || providerOrderNo === null || time === null || !isYuan) {
    throw new PayProviderFailed('TRANSIENT', 'a payment without amount, number or time');
  }
  return { state: 'succeeded', amountFen, providerOrderNo, time };
}

/** Refunds of second-level merchants are accepted without a state. */
export function refundOutcomeOf(refund: Fields): RefundOutcome {
  const status = textIn(refund, 'status');
  switch (status) {
    case 'SUCCESS':
      return { state: 'succeeded' };
    case 'PROCESSING':
    case null:
      return { state: 'processing' };
    case 'CLOSED':
    case 'ABNORMAL':
      return { state: 'failed', detail: status };
    default:
      throw new PayProviderFailed('TRANSIENT', 'a refund in an unknown state');
  }
}
