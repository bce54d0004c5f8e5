import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { SendPayRequest } from '../http.js';
import { type Fields, parseFields, textIn } from '../json-fields.js';
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
import { openSealed, WechatClient, type WechatClientOptions } from './client.js';
import { appFields, appOfPayer, merchantFields, merchantOf, type WechatMerchant } from './merchant.js';
import { exchangeCode } from './open-id.js';
import {
  billCall,
  closeCall,
  createCall,
  queryCall,
  refundCall,
  refundQueryCall,
  wechatPayType,
} from './requests.js';
import { callUpText, secondsOf, signText } from './signatures.js';
import { readWechatStatement } from './statement.js';
import { outcomeOf, refundOutcomeOf } from './states.js';

export interface WechatPayOptions extends WechatClientOptions {
  /** To `https://api.weixin.qq.com`, which exchanges codes for open ids. */
  readonly sendToApp: SendPayRequest;
}

/** Statements of large merchants; unpacked. */
const MAX_STATEMENT_BYTES = 256 * 1024 * 1024;

const answers: NotificationAnswers = {
  accepted: { status: 204, contentType: null, body: '' },
  refused: {
    status: 400,
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify({ code: 'FAIL', message: 'the notification was not accepted' }),
  },
};

/** WeChat Pay API v3. */
export class WechatPay implements PayProvider {
  readonly #options: WechatPayOptions;
  readonly #client: WechatClient;

  constructor(options: WechatPayOptions) {
    this.#options = options;
    this.#client = new WechatClient(options);
  }

  readonly answers = (): NotificationAnswers => answers;

  async create(payment: NewPayment): Promise<string> {
    const merchant = merchantOf(payment.account);
    const { status, code, fields } = await this.#client.call(merchant, createCall(merchant, payment));
    // The order is in a final state, which a query finds.
    if (code === 'ORDERPAID') throw new PayProviderFailed('TRANSIENT', code);
    if (status >= 400)
      throw new PayProviderFailed('REFUSED', `${code ?? status}: ${textIn(fields, 'message') ?? ''}`);
    return this.#payUrl(merchant, payment, fields);
  }

  #payUrl(merchant: WechatMerchant, payment: NewPayment, fields: Fields): string {
    switch (wechatPayType(payment.account)) {
      case 'chatAQrCode':
        return required(fields, 'code_url');
      case 'chatAH5': {
        const address = required(fields, 'h5_url');
        const { returnUrl } = payment;
        return returnUrl === null ? address : `${address}&redirect_url=${encodeURIComponent(returnUrl)}`;
      }
      case 'chatAJSAPI': {
        const appId = appOfPayer(merchant);
        const timeStamp = secondsOf(this.#options.parts.clock.now());
        const nonceStr = this.#options.parts.nonce();
        const prepay = `prepay_id=${required(fields, 'prepay_id')}`;
        const paySign = signText(merchant.privateKey, callUpText(appId, timeStamp, nonceStr, prepay));
        return JSON.stringify({ appId, timeStamp, nonceStr, package: prepay, signType: 'RSA', paySign });
      }
    }
  }

  async query(account: PayAccount, businessOrderNo: string): Promise<PaymentOutcome> {
    const merchant = merchantOf(account);
    const { status, code, fields } = await this.#client.call(merchant, queryCall(merchant, businessOrderNo));
    if (status === 404 || code === 'ORDER_NOT_EXIST') return { state: 'unknown' };
    if (status >= 400) throw new PayProviderFailed('REFUSED', `${code ?? status}`);
    requireOwn(merchant, fields, businessOrderNo, 'TRANSIENT');
    return outcomeOf(fields);
  }

  async close(account: PayAccount, businessOrderNo: string): Promise<PaymentOutcome> {
    const merchant = merchantOf(account);
    const { status, code } = await this.#client.call(merchant, closeCall(merchant, businessOrderNo));
    if (status < 300 || status === 404 || code === 'ORDER_NOT_EXIST' || code === 'ORDER_CLOSED') {
      return { state: 'closed' };
    }
    const outcome = await this.query(account, businessOrderNo);
    if (outcome.state === 'unknown') return { state: 'closed' };
    if (outcome.state === 'open') throw new PayProviderFailed('TRANSIENT', `not closed: ${code ?? status}`);
    return outcome;
  }

  async refund(refund: Refund): Promise<RefundOutcome> {
    const merchant = merchantOf(refund.account);
    const { status, code, fields } = await this.#client.call(merchant, refundCall(merchant, refund));
    if (status < 300) return refundOutcomeOf(fields);
    if (code === 'NOT_ENOUGH') throw new PayProviderFailed('BALANCE_LOW', code);
    throw new PayProviderFailed('REFUSED', `${code ?? status}: ${textIn(fields, 'message') ?? ''}`);
  }

  async queryRefund({ account, refundNo }: Refund): Promise<RefundOutcome> {
    const merchant = merchantOf(account);
    const { status, code, fields } = await this.#client.call(merchant, refundQueryCall(merchant, refundNo));
    if (status === 404) return { state: 'unknown' };
    if (status >= 400) throw new PayProviderFailed('REFUSED', `${code ?? status}`);
    return refundOutcomeOf(fields);
  }

  async verifyNotification(
    account: PayAccount,
    { headers, body }: ReceivedNotification,
  ): Promise<PaymentNotification> {
    const merchant = merchantOf(account);
    const header = (name: string) => {
      const value = headers[name];
      return typeof value === 'string' ? value : null;
    };
    await this.#client.requireGenuine(merchant, header, body);
    const event = parseFields(Buffer.from(body).toString('utf8'));
    const type = textIn(event, 'event_type') ?? '';
    const isPayment = type === 'TRANSACTION.SUCCESS';
    if (!isPayment && !type.startsWith('REFUND.')) return { kind: 'nothing' };
    const about = parseFields(openSealed(merchant.keys.apiV3Key, event?.['resource']));
    const businessOrderNo = textIn(about, 'out_trade_no');
    if (about === null || businessOrderNo === null)
      throw new PayProviderFailed('FORGED', 'it names no order');
    requireMerchant(merchant, about, 'FORGED');
    if (!isPayment) {
      return { kind: 'refund', businessOrderNo, refundNo: textIn(about, 'out_refund_no') ?? '' };
    }
    requireApp(merchant, about);
    return { kind: 'payment', businessOrderNo, outcome: outcomeOf(about) };
  }

  async openId(account: PayAccount, authCode: string, source: string): Promise<string> {
    const merchant = merchantOf(account);
    const { appSecret } = merchant.keys;
    if (appSecret === null)
      throw new PayProviderFailed('NOT_CONFIGURED', 'the channel has no secret of the app');
    return exchangeCode(
      this.#options.sendToApp,
      { appId: appOfPayer(merchant), appSecret },
      authCode,
      source,
    );
  }

  async statement({ account, day }: StatementRequest): Promise<readonly StatementRow[] | null> {
    const merchant = merchantOf(account);
    const { status, code, fields } = await this.#client.call(merchant, billCall(merchant, day));
    if (code === 'STATEMENT_CREATING') return null;
    // A day without trades.
    if (code === 'NO_STATEMENT_EXIST') return [];
    if (status >= 400)
      throw new PayProviderFailed('REFUSED', `${code ?? status}: ${textIn(fields, 'message') ?? ''}`);
    const address = required(fields, 'download_url');
    const packed = await this.#client.download(merchant, address, MAX_STATEMENT_BYTES);
    const text = unpack(packed);
    const digest = createHash('sha1').update(text).digest('hex');
    const stated = required(fields, 'hash_value').toLowerCase();
    if ((textIn(fields, 'hash_type') ?? 'SHA1') !== 'SHA1' || digest !== stated) {
      throw new PayProviderFailed('TRANSIENT', 'the statement does not have its hash');
    }
    return readWechatStatement(text.toString('utf8'));
  }
}

function unpack(bytes: Buffer): Buffer {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    return isGzip ? gunzipSync(bytes, { maxOutputLength: MAX_STATEMENT_BYTES }) : bytes;
  } catch {
    throw new PayProviderFailed('TRANSIENT', 'the statement is not complete');
  }
}

function required(fields: Fields, name: string): string {
  const value = textIn(fields, name);
  if (value === null) throw new PayProviderFailed('TRANSIENT', `an answer without ${name}`);
  return value;
}

function requireOwn(merchant: WechatMerchant, fields: Fields, orderNo: string, failure: 'TRANSIENT'): void {
  if (textIn(fields, 'out_trade_no') !== orderNo) {
    throw new PayProviderFailed(failure, 'an answer about another order');
  }
  requireMerchant(merchant, fields, failure);
}

function requireMerchant(merchant: WechatMerchant, fields: Fields, failure: 'TRANSIENT' | 'FORGED'): void {
  for (const [name, expected] of Object.entries(merchantFields(merchant))) {
    if (textIn(fields, name) !== expected) throw new PayProviderFailed(failure, `it is for another ${name}`);
  }
}

function requireApp(merchant: WechatMerchant, fields: Fields): void {
  for (const [name, expected] of Object.entries(appFields(merchant))) {
    if (textIn(fields, name) !== expected) throw new PayProviderFailed('FORGED', `it is for another ${name}`);
  }
}
