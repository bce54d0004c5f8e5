/** The requests of WeChat Pay: pure. */
import { chinaRfc3339 } from '../china-time.js';
import { type NewPayment, type PayAccount, PayProviderFailed, type Refund } from '../port.js';
import { appFields, merchantFields, type WechatMerchant } from './merchant.js';

export interface WechatCall {
  /** A label of metrics. */
  readonly op: 'create' | 'query' | 'close' | 'refund' | 'queryRefund' | 'bill' | 'certificates' | 'download';
  readonly method: 'GET' | 'POST';
  readonly target: string;
  readonly body: Readonly<Record<string, unknown>> | null;
}

const kinds = { chatAJSAPI: 'jsapi', chatAH5: 'h5', chatAQrCode: 'native' } as const;
type WechatPayType = keyof typeof kinds;

const MAX_DESCRIPTION = 127;
const MAX_REASON_BYTES = 80;

/** @throws PayProviderFailed REFUSED for a payment method of another provider */
export function wechatPayType({ payType }: Pick<PayAccount, 'payType'>): WechatPayType {
  if (payType === 'chatAJSAPI' || payType === 'chatAH5' || payType === 'chatAQrCode') return payType;
  throw new PayProviderFailed('REFUSED', `${payType} is not a method of WeChat Pay`);
}

const transactions = ({ sub }: WechatMerchant): string =>
  sub === null ? '/v3/pay/transactions' : '/v3/pay/partner/transactions';

const query = (fields: Readonly<Record<string, string>>): string => {
  const text = new URLSearchParams(fields).toString();
  return text === '' ? '' : `?${text}`;
};

export function createCall(merchant: WechatMerchant, payment: NewPayment): WechatCall {
  const kind = wechatPayType(payment.account);
  return {
    op: 'create',
    method: 'POST',
    target: `${transactions(merchant)}/${kinds[kind]}`,
    body: {
      ...appFields(merchant),
      ...merchantFields(merchant),
      description: [...payment.description].slice(0, MAX_DESCRIPTION).join(''),
      out_trade_no: payment.businessOrderNo,
      time_expire: chinaRfc3339(payment.expireTime),
      notify_url: payment.account.notifyUrl,
      amount: { total: payment.amountFen, currency: 'CNY' },
      ...methodFields(kind, merchant, payment),
    },
  };
}

function methodFields(kind: WechatPayType, { sub }: WechatMerchant, payment: NewPayment) {
  if (kind === 'chatAQrCode') return {};
  if (kind === 'chatAH5') {
    const address = payment.payerAddress ?? '127.0.0.1';
    return { scene_info: { payer_client_ip: address, h5_info: { type: 'Wap' } } };
  }
  const { openId } = payment;
  if (openId === null) throw new PayProviderFailed('REFUSED', 'the open id of the payer is missing');
  if (sub === null) return { payer: { openid: openId } };
  return { payer: sub.appId === null ? { sp_openid: openId } : { sub_openid: openId } };
}

export function queryCall(merchant: WechatMerchant, orderNo: string): WechatCall {
  const target = `${transactions(merchant)}/out-trade-no/${orderNo}${query(merchantFields(merchant))}`;
  return { op: 'query', method: 'GET', target, body: null };
}

export function closeCall(merchant: WechatMerchant, orderNo: string): WechatCall {
  const target = `${transactions(merchant)}/out-trade-no/${orderNo}/close`;
  return { op: 'close', method: 'POST', target, body: merchantFields(merchant) };
}

export function refundCall(merchant: WechatMerchant, refund: Refund): WechatCall {
  const { businessOrderNo, refundNo, amountFen, totalFen, reason, account } = refund;
  const { sub, appId, isSecondLevel } = merchant;
  return {
    op: 'refund',
    method: 'POST',
    target: isSecondLevel ? '/v3/ecommerce/refunds/apply' : '/v3/refund/domestic/refunds',
    body: {
      ...(sub === null ? {} : { sub_mchid: sub.merchantNo }),
      ...(isSecondLevel ? { sp_appid: appId } : {}),
      out_trade_no: businessOrderNo,
      out_refund_no: refundNo,
      reason: withinBytes(reason, MAX_REASON_BYTES),
      notify_url: account.notifyUrl,
      amount: { refund: amountFen, total: totalFen, currency: 'CNY' },
    },
  };
}

export function refundQueryCall({ sub, isSecondLevel }: WechatMerchant, refundNo: string): WechatCall {
  const path = isSecondLevel ? '/v3/ecommerce/refunds/out-refund-no' : '/v3/refund/domestic/refunds';
  const which = query(sub === null ? {} : { sub_mchid: sub.merchantNo });
  return { op: 'queryRefund', method: 'GET', target: `${path}/${refundNo}${which}`, body: null };
}

export function billCall({ sub }: WechatMerchant, day: string): WechatCall {
  const which = {
    bill_date: day,
    bill_type: 'ALL',
    tar_type: 'GZIP',
    ...(sub === null ? {} : { sub_mchid: sub.merchantNo }),
  };
  return { op: 'bill', method: 'GET', target: `/v3/bill/tradebill${query(which)}`, body: null };
}

/** Whole characters only. */
function withinBytes(text: string, max: number): string {
  let kept = '';
  for (const character of text) {
    if (Buffer.byteLength(kept + character, 'utf8') > max) break;
    kept += character;
  }
  return kept;
}
