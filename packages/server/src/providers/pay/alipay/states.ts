/** States of Alipay as those of the port: pure. */
import { readChinaDateTime } from '../china-time.js';
import { type Fields, textIn } from '../json-fields.js';
import { type PaymentOutcome, PayProviderFailed, type RefundOutcome } from '../port.js';
import { fenOf } from '../yuan.js';

/**
 * A trade as queries and notifications describe it. TRADE_FINISHED is a payment that cannot be refunded any more.
 * @throws PayProviderFailed TRANSIENT if it is not a trade
 */
export function outcomeOf(trade: Fields): PaymentOutcome {
  switch (textIn(trade, 'trade_status')) {
    case 'WAIT_BUYER_PAY':
      return { state: 'open' };
    case 'TRADE_CLOSED':
      return { state: 'closed' };
    case 'TRADE_SUCCESS':
    case 'TRADE_FINISHED':
      return payment(trade);
    default:
      throw new PayProviderFailed('TRANSIENT', 'an answer without a state of the trade');
  }
}

function payment(trade: Fields): PaymentOutcome {
  const amountFen = fenOf(textIn(trade, 'total_amount'));
  const providerOrderNo = textIn(trade, 'trade_no');
  // Queries and notifications name it differently.
  const time = readChinaDateTime(textIn(trade, 'gmt_payment') ?? textIn(trade, 'send_pay_date'));
  if (amountFen === null || providerOrderNo === null || time === null) {
    throw new PayProviderFailed('TRANSIENT', 'a payment without amount, number or time');
  }
  return { state: 'succeeded', amountFen, providerOrderNo, time };
}

/** Without a change of funds the refund was made before, or is still being made: a query tells. */
export function refundOutcomeOf(refund: Fields): RefundOutcome {
  return { state: textIn(refund, 'fund_change') === 'Y' ? 'succeeded' : 'processing' };
}

/** A missing state means that the request was not received, or that the refund failed: it is to be requested again. */
export function queriedRefundOf(refund: Fields): RefundOutcome {
  const status = textIn(refund, 'refund_status');
  if (status === 'REFUND_SUCCESS') return { state: 'succeeded' };
  if (status === 'REFUND_FAIL') return { state: 'failed', detail: status };
  return { state: status === null ? 'unknown' : 'processing' };
}
