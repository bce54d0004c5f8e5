import { textIn } from '../json-fields.js';
import {
  type NewPayment,
  type NotificationAnswers,
  type PayAccount,
  type PaymentNotification,
  type PaymentOutcome,
  type PayProvider,
  PayProviderFailed,
  type ReceivedNotification,
  type Refund,
  type RefundOutcome,
  type StatementRequest,
  type StatementRow,
} from '../port.js';
import { AlipayClient, type AlipayClientOptions, refusal } from './client.js';
import { merchantOf } from './merchant.js';
import {
  alipayType,
  billCall,
  createCall,
  openIdCall,
  orderCall,
  refundCall,
  refundQueryCall,
} from './requests.js';
import { isGenuineNotification, type Parameters } from './signatures.js';
import { readAlipayStatement } from './statement.js';
import { outcomeOf, queriedRefundOf, refundOutcomeOf } from './states.js';

const MAX_STATEMENT_BYTES = 64 * 1024 * 1024;
const TEXT = 'text/plain; charset=utf-8';

const answers: NotificationAnswers = {
  // Exactly this word; everything else is sent again.
  accepted: { status: 200, contentType: TEXT, body: 'success' },
  refused: { status: 400, contentType: TEXT, body: 'failure' },
};

/** Alipay's OpenAPI. */
export class Alipay implements PayProvider {
  readonly #client: AlipayClient;

  constructor(options: AlipayClientOptions) {
    this.#client = new AlipayClient(options);
  }

  readonly answers = (): NotificationAnswers => answers;

  async create(payment: NewPayment): Promise<string> {
    const merchant = merchantOf(payment.account);
    const call = createCall(merchant, payment);
    const kind = alipayType(payment.account);
    // The browser makes this request, so the trade does not exist before it does.
    if (kind === 'payAPC' || kind === 'payAMobile') return this.#client.address(merchant, call);
    const { fields, failure } = await this.#client.call(merchant, call);
    // The trade is in a final state, which a query finds.
    if (failure === 'ACQ.TRADE_HAS_SUCCESS') throw new PayProviderFailed('TRANSIENT', failure);
    if (failure !== null) throw refusal(fields, failure);
    if (textIn(fields, 'out_trade_no') !== payment.businessOrderNo) {
      throw new PayProviderFailed('TRANSIENT', 'an answer about another order');
    }
    const found = textIn(fields, kind === 'payAPre' ? 'qr_code' : 'trade_no');
    if (found === null) throw new PayProviderFailed('TRANSIENT', 'an answer without the order');
    return kind === 'payAPre' ? found : JSON.stringify({ tradeNO: found });
  }

  /** A trade exists from the moment that its payer scans or logs in, although it can be paid before. */
  async query(account: PayAccount, businessOrderNo: string): Promise<PaymentOutcome> {
    const merchant = merchantOf(account);
    const call = orderCall('alipay.trade.query', businessOrderNo);
    const { fields, failure } = await this.#client.call(merchant, call);
    if (failure === 'ACQ.TRADE_NOT_EXIST') return { state: 'unknown' };
    if (failure !== null) throw refusal(fields, failure);
    if (textIn(fields, 'out_trade_no') !== businessOrderNo) {
      throw new PayProviderFailed('TRANSIENT', 'an answer about another order');
    }
    return outcomeOf(fields);
  }

  /** A trade that does not exist yet cannot be closed: a payment made all the same is refunded. */
  async close(account: PayAccount, businessOrderNo: string): Promise<PaymentOutcome> {
    const merchant = merchantOf(account);
    const call = orderCall('alipay.trade.close', businessOrderNo);
    const { failure } = await this.#client.call(merchant, call);
    if (failure === null || failure === 'ACQ.TRADE_NOT_EXIST') return { state: 'closed' };
    const outcome = await this.query(account, businessOrderNo);
    if (outcome.state === 'unknown') return { state: 'closed' };
    if (outcome.state === 'open') throw new PayProviderFailed('TRANSIENT', `not closed: ${failure}`);
    return outcome;
  }

  async refund(refund: Refund): Promise<RefundOutcome> {
    const { fields, failure } = await this.#client.call(merchantOf(refund.account), refundCall(refund));
    if (failure === null) return refundOutcomeOf(fields);
    if (/BALANCE_NOT_ENOUGH/.test(failure)) throw new PayProviderFailed('BALANCE_LOW', failure);
    throw refusal(fields, failure);
  }

  async queryRefund(refund: Refund): Promise<RefundOutcome> {
    const { fields, failure } = await this.#client.call(merchantOf(refund.account), refundQueryCall(refund));
    if (failure === 'ACQ.TRADE_NOT_EXIST') return { state: 'unknown' };
    if (failure !== null) throw refusal(fields, failure);
    return queriedRefundOf(fields);
  }

  async verifyNotification(
    account: PayAccount,
    { body }: ReceivedNotification,
  ): Promise<PaymentNotification> {
    const merchant = merchantOf(account);
    const parameters = formOf(Buffer.from(body).toString('utf8'));
    if (parameters['sign_type'] !== 'RSA2' || !isGenuineNotification(parameters, merchant.alipayKey)) {
      throw new PayProviderFailed('FORGED', 'the signature is not that of Alipay');
    }
    if (parameters['app_id'] !== merchant.appId)
      throw new PayProviderFailed('FORGED', 'it is for another app');
    // Refunds are notified by the same type.
    if (parameters['notify_type'] !== 'trade_status_sync') return { kind: 'nothing' };
    if (parameters['seller_id'] !== merchant.sellerId) {
      throw new PayProviderFailed('FORGED', 'it is for another seller');
    }
    const businessOrderNo = textIn(parameters, 'out_trade_no');
    if (businessOrderNo === null) throw new PayProviderFailed('FORGED', 'it names no order');
    if (textIn(parameters, 'refund_fee') !== null) {
      return { kind: 'refund', businessOrderNo, refundNo: parameters['out_biz_no'] ?? '' };
    }
    return { kind: 'payment', businessOrderNo, outcome: outcomeOf(parameters) };
  }

  async openId(account: PayAccount, authCode: string): Promise<string> {
    const { fields, failure } = await this.#client.call(merchantOf(account), openIdCall(authCode));
    if (failure !== null) {
      if (/code-invalid|code-expired/i.test(failure))
        throw new PayProviderFailed('AUTH_CODE_INVALID', failure);
      throw refusal(fields, failure);
    }
    const found = textIn(fields, 'open_id') ?? textIn(fields, 'user_id');
    if (found === null) throw new PayProviderFailed('TRANSIENT', 'an answer without an open id');
    return found;
  }

  async statement({ account, day }: StatementRequest): Promise<readonly StatementRow[] | null> {
    const merchant = merchantOf(account);
    const { fields, failure } = await this.#client.call(merchant, billCall(merchant, day));
    // A day without trades.
    if (failure !== null && /bill_not_exist|no_bill/i.test(failure)) return [];
    if (failure !== null) throw refusal(fields, failure);
    const address = textIn(fields, 'bill_download_url');
    if (address === null) throw new PayProviderFailed('TRANSIENT', 'an answer without the address');
    return readAlipayStatement(await this.#client.download(address, MAX_STATEMENT_BYTES));
  }
}

/** @throws PayProviderFailed FORGED for a name that occurs twice, of which the signature could cover the other */
function formOf(body: string): Parameters {
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(body)) {
    if (parameters.has(name)) throw new PayProviderFailed('FORGED', `it has ${name} twice`);
    parameters.set(name, value);
  }
  return Object.fromEntries(parameters);
}
