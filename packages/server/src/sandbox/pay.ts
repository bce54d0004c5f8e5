import { createHmac } from 'node:crypto';
import type { MasterKey } from '../custody/master-key.js';
import type { Db } from '../database/schema.js';
import { chinaDaySpan, type DaySpan } from '../providers/pay/china-time.js';
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
} from '../providers/pay/port.js';
import { readNotice } from './pay-notification.js';

export interface SandboxPayOptions {
  readonly db: Db;
  readonly masterKey: Pick<MasterKey, 'linkSigning' | 'pseudonym'>;
  readonly baseUrl: string;
}

/**
 * A simulated payment provider: its orders are stored in the database, and the user decides their outcome by `POST
 * /sandbox/pay/{businessOrderNo}`. An openId or authorization code that begins with `invalid` is refused, so that this
 * case can be tried too.
 */
export class SandboxPay implements PayProvider {
  readonly #db: Db;
  readonly #masterKey: SandboxPayOptions['masterKey'];
  readonly #baseUrl: string;

  constructor({ db, masterKey, baseUrl }: SandboxPayOptions) {
    this.#db = db;
    this.#masterKey = masterKey;
    this.#baseUrl = baseUrl;
  }

  readonly answers = (): NotificationAnswers => sandboxAnswers;

  async create(payment: NewPayment): Promise<string> {
    const { businessOrderNo, amountFen, expireTime, openId, now } = payment;
    if (openId?.startsWith('invalid')) throw new PayProviderFailed('REFUSED', 'the openId is unknown');
    await this.#db
      .insertInto('sandbox_payments')
      .values({
        business_order_no: businessOrderNo,
        amount_fen: amountFen,
        state: 'open',
        expire_time: expireTime,
        paid_at: null,
        refund_no: null,
        refunded_fen: 0,
      })
      .onConflict((conflict) => conflict.column('business_order_no').doNothing())
      .execute();
    return payUrl(payment, `${this.#baseUrl}/sandbox/pay/${businessOrderNo}`, now);
  }

  async query(_account: PayAccount, businessOrderNo: string, now: Date): Promise<PaymentOutcome> {
    const row = await this.#db
      .selectFrom('sandbox_payments')
      .selectAll()
      .where('business_order_no', '=', businessOrderNo)
      .executeTakeFirst();
    if (row === undefined) return { state: 'unknown' };
    if (row.state === 'open' && row.expire_time <= now) return { state: 'closed' };
    if (row.state !== 'succeeded') return { state: row.state };
    const providerOrderNo = sandboxOrderNo(businessOrderNo);
    return { state: 'succeeded', amountFen: row.amount_fen, providerOrderNo, time: row.paid_at ?? now };
  }

  async close(account: PayAccount, businessOrderNo: string, now: Date): Promise<PaymentOutcome> {
    await this.#db
      .updateTable('sandbox_payments')
      .set({ state: 'closed' })
      .where('business_order_no', '=', businessOrderNo)
      .where('state', '=', 'open')
      .execute();
    const outcome = await this.query(account, businessOrderNo, now);
    // An unknown order cannot be paid here.
    return outcome.state === 'unknown' ? { state: 'closed' } : outcome;
  }

  async refund({ businessOrderNo, refundNo, amountFen }: Refund): Promise<RefundOutcome> {
    const refunded = await this.#db
      .updateTable('sandbox_payments')
      .set({ refund_no: refundNo, refunded_fen: amountFen })
      .where('business_order_no', '=', businessOrderNo)
      .where('state', '=', 'succeeded')
      .where('amount_fen', '>=', amountFen)
      .where((where) => where.or([where('refund_no', 'is', null), where('refund_no', '=', refundNo)]))
      .executeTakeFirst();
    if (refunded.numUpdatedRows === 0n) {
      throw new PayProviderFailed('REFUSED', `there is nothing to refund of ${businessOrderNo}`);
    }
    return { state: 'succeeded' };
  }

  async queryRefund({ businessOrderNo, refundNo }: Refund): Promise<RefundOutcome> {
    const row = await this.#db
      .selectFrom('sandbox_payments')
      .select('refund_no')
      .where('business_order_no', '=', businessOrderNo)
      .executeTakeFirst();
    return { state: row?.refund_no === refundNo ? 'succeeded' : 'unknown' };
  }

  /** Payments and refunds of the day, by the clock of the sandbox. */
  async statement({ account, day }: StatementRequest): Promise<readonly StatementRow[]> {
    const span = chinaDaySpan(day);
    return [...(await this.#payments(account, span)), ...(await this.#refunds(account, span))];
  }

  async #refunds({ merchantAccount }: PayAccount, { begin, end }: DaySpan): Promise<readonly StatementRow[]> {
    const rows = await this.#db
      .selectFrom('sandbox_payments')
      .innerJoin('pay_orders', 'pay_orders.business_order_no', 'sandbox_payments.business_order_no')
      .select(['sandbox_payments.business_order_no', 'refund_no', 'sandbox_payments.refunded_fen'])
      .where('merchant_account', '=', merchantAccount)
      .where('refund_no', 'is not', null)
      .where('refunded_at', '>=', begin)
      .where('refunded_at', '<', end)
      .orderBy('sandbox_payments.business_order_no')
      .execute();
    return rows.map((row) => ({
      kind: 'refund',
      businessOrderNo: row.business_order_no,
      providerOrderNo: sandboxOrderNo(row.business_order_no),
      refundNo: row.refund_no,
      amountFen: row.refunded_fen,
      feeFen: 0,
      state: 'succeeded',
    }));
  }

  async #payments(account: PayAccount, { begin, end }: DaySpan): Promise<readonly StatementRow[]> {
    const rows = await this.#db
      .selectFrom('sandbox_payments')
      .innerJoin('pay_orders', 'pay_orders.business_order_no', 'sandbox_payments.business_order_no')
      .select(['sandbox_payments.business_order_no', 'sandbox_payments.amount_fen'])
      .where('pay_orders.merchant_account', '=', account.merchantAccount)
      .where('sandbox_payments.state', '=', 'succeeded')
      .where('paid_at', '>=', begin)
      .where('paid_at', '<', end)
      .orderBy('sandbox_payments.business_order_no')
      .execute();
    return rows.map(({ business_order_no: businessOrderNo, amount_fen: amountFen }) => ({
      kind: 'payment',
      businessOrderNo,
      providerOrderNo: sandboxOrderNo(businessOrderNo),
      refundNo: null,
      amountFen,
      feeFen: 0,
      state: 'succeeded',
    }));
  }

  async verifyNotification(
    _account: PayAccount,
    received: ReceivedNotification,
  ): Promise<PaymentNotification> {
    return this.readNotice(received);
  }

  /** @throws PayProviderFailed FORGED */
  readNotice(received: ReceivedNotification): PaymentNotification {
    return readNotice(this.#masterKey, received);
  }

  async openId(account: PayAccount, authCode: string): Promise<string> {
    if (authCode.startsWith('invalid'))
      throw new PayProviderFailed('AUTH_CODE_INVALID', 'the code is unknown');
    const name = createHmac('sha256', this.#masterKey.pseudonym)
      .update(`sandbox open id\u0000${account.appId}\u0000${authCode}`, 'utf8')
      .digest('base64url');
    return `o${name.slice(0, 27)}`;
  }

  /** An order as displayed to its payer; null if there is none. */
  async look(
    businessOrderNo: string,
    now: Date,
  ): Promise<{
    readonly amountFen: number;
    readonly state: 'open' | 'succeeded' | 'failed' | 'closed';
  } | null> {
    const row = await this.#db
      .selectFrom('sandbox_payments')
      .select(['amount_fen', 'state', 'expire_time'])
      .where('business_order_no', '=', businessOrderNo)
      .executeTakeFirst();
    if (row === undefined) return null;
    const state = row.state === 'open' && row.expire_time <= now ? 'closed' : row.state;
    return { amountFen: row.amount_fen, state };
  }

  /**
   * Pays the order, or makes its payment fail. A final payment stays unchanged, and so does a closed or expired one.
   * @returns the amount in fen and the state; null if there is no such order
   */
  async decide(
    businessOrderNo: string,
    result: 'success' | 'fail',
    now: Date,
  ): Promise<{ readonly amountFen: number; readonly state: PaymentOutcome['state'] } | null> {
    await this.#db
      .updateTable('sandbox_payments')
      .set(result === 'success' ? { state: 'succeeded', paid_at: now } : { state: 'failed' })
      .where('business_order_no', '=', businessOrderNo)
      .where('state', '=', 'open')
      .where('expire_time', '>', now)
      .execute();
    const row = await this.#db
      .selectFrom('sandbox_payments')
      .select(['amount_fen', 'state'])
      .where('business_order_no', '=', businessOrderNo)
      .executeTakeFirst();
    return row === undefined ? null : { amountFen: row.amount_fen, state: row.state };
  }
}

const sandboxAnswers: NotificationAnswers = {
  accepted: { status: 204, contentType: null, body: '' },
  refused: { status: 400, contentType: null, body: '' },
};

/** The provider's own id of an order. */
export function sandboxOrderNo(businessOrderNo: string): string {
  return `sandbox-${businessOrderNo}`;
}

/** In the form that this payment method has at its provider, and recognisable as the sandbox's. */
function payUrl({ account, businessOrderNo, returnUrl }: NewPayment, page: string, now: Date): string {
  const tradeNo = sandboxOrderNo(businessOrderNo);
  const back = returnUrl === null ? '' : `returnUrl=${encodeURIComponent(returnUrl)}`;
  switch (account.payType) {
    case 'chatAJSAPI':
      return JSON.stringify({
        appId: account.appId,
        timeStamp: String(Math.floor(now.getTime() / 1000)),
        nonceStr: businessOrderNo,
        package: `prepay_id=${tradeNo}`,
        signType: 'RSA',
        paySign: 'sandbox',
      });
    case 'payAJSAPI':
      return JSON.stringify({ tradeNO: tradeNo });
    case 'chatAQrCode':
    case 'payAPre':
      return page;
    default:
      return back === '' ? page : `${page}?${back}`;
  }
}
