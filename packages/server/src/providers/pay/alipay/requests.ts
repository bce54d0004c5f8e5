/** The requests of Alipay: pure. */
import { chinaDateTime } from '../china-time.js';
import { type NewPayment, type PayAccount, PayProviderFailed, type Refund } from '../port.js';
import { yuanText } from '../yuan.js';
import type { AlipayMerchant } from './merchant.js';
import { type Parameters, signed } from './signatures.js';

const methods = {
  payAPC: { method: 'alipay.trade.page.pay', product: 'FAST_INSTANT_TRADE_PAY' },
  payAMobile: { method: 'alipay.trade.wap.pay', product: 'QUICK_WAP_WAY' },
  payAJSAPI: { method: 'alipay.trade.create', product: 'JSAPI_PAY' },
  payAPre: { method: 'alipay.trade.precreate', product: 'FACE_TO_FACE_PAYMENT' },
} as const;
type AlipayType = keyof typeof methods;

/** @throws PayProviderFailed REFUSED for a payment method of another provider */
export function alipayType({ payType }: Pick<PayAccount, 'payType'>): AlipayType {
  if (payType === 'payAPC' || payType === 'payAMobile' || payType === 'payAJSAPI' || payType === 'payAPre') {
    return payType;
  }
  throw new PayProviderFailed('REFUSED', `${payType} is not a method of Alipay`);
}

export interface AlipayCall {
  readonly method: string;
  readonly content: Readonly<Record<string, unknown>> | null;
  /** Parameters beside those of every request. */
  readonly parameters: Parameters;
}

const MAX_SUBJECT = 256;
const MAX_REASON = 256;

export function createCall({ keys, appId }: AlipayMerchant, payment: NewPayment): AlipayCall {
  const { account, businessOrderNo, amountFen, description, expireTime, returnUrl } = payment;
  const kind = alipayType(account);
  const { method, product } = methods[kind];
  const isAddress = kind === 'payAPC' || kind === 'payAMobile';
  return {
    method,
    content: {
      out_trade_no: businessOrderNo,
      total_amount: yuanText(amountFen),
      // Alipay refuses these characters.
      subject: [...description.replace(/[/=&]/g, ' ')].slice(0, MAX_SUBJECT).join(''),
      product_code: product,
      // Absolute, so that an order created again does not live longer.
      time_expire: chinaDateTime(expireTime),
      ...(kind === 'payAMobile' && returnUrl !== null ? { quit_url: returnUrl } : {}),
      ...(kind === 'payAJSAPI' ? { ...buyerOf(payment.openId), op_app_id: appId } : {}),
      ...(keys.serviceProviderId === null
        ? {}
        : { extend_params: { sys_service_provider_id: keys.serviceProviderId } }),
      ...(keys.subMerchant === null ? {} : subMerchantFields(keys.subMerchant, amountFen)),
    },
    parameters: {
      notify_url: account.notifyUrl ?? '',
      return_url: isAddress ? (returnUrl ?? '') : '',
    },
  };
}

/** Older apps know their users by a user id instead of an open id. */
function buyerOf(openId: string | null) {
  if (openId === null) throw new PayProviderFailed('REFUSED', 'the open id of the payer is missing');
  return /^2088\d{12}$/.test(openId) ? { buyer_id: openId } : { buyer_open_id: openId };
}

function subMerchantFields(merchantId: string, amountFen: number) {
  return {
    sub_merchant: { merchant_id: merchantId },
    settle_info: { settle_detail_infos: [{ trans_in_type: 'defaultSettle', amount: yuanText(amountFen) }] },
  };
}

export function orderCall(method: 'alipay.trade.query' | 'alipay.trade.close', orderNo: string): AlipayCall {
  return { method, content: { out_trade_no: orderNo }, parameters: {} };
}

export function refundCall({ businessOrderNo, refundNo, amountFen, reason }: Refund): AlipayCall {
  const content = {
    out_trade_no: businessOrderNo,
    out_request_no: refundNo,
    refund_amount: yuanText(amountFen),
    refund_reason: [...reason].slice(0, MAX_REASON).join(''),
  };
  return { method: 'alipay.trade.refund', content, parameters: {} };
}

export function refundQueryCall({ businessOrderNo, refundNo }: Refund): AlipayCall {
  const content = { out_trade_no: businessOrderNo, out_request_no: refundNo };
  return { method: 'alipay.trade.fastpay.refund.query', content, parameters: {} };
}

export function openIdCall(authCode: string): AlipayCall {
  const parameters = { grant_type: 'authorization_code', code: authCode };
  return { method: 'alipay.system.oauth.token', content: null, parameters };
}

export function billCall({ keys }: AlipayMerchant, day: string): AlipayCall {
  const which = keys.subMerchant === null ? {} : { smid: keys.subMerchant };
  const content = { bill_type: 'trade', bill_date: day, ...which };
  return { method: 'alipay.data.dataservice.bill.downloadurl.query', content, parameters: {} };
}

/** All parameters of a request, signed. */
export function signedParameters(merchant: AlipayMerchant, call: AlipayCall, now: Date): Parameters {
  const { appId, keys, serials, privateKey } = merchant;
  const all: Record<string, string> = {
    app_id: appId,
    method: call.method,
    format: 'JSON',
    charset: 'utf-8',
    sign_type: 'RSA2',
    timestamp: chinaDateTime(now),
    version: '1.0',
    app_auth_token: keys.appAuthToken ?? '',
    app_cert_sn: serials?.app ?? '',
    alipay_root_cert_sn: serials?.root ?? '',
    biz_content: call.content === null ? '' : JSON.stringify(call.content),
    ...call.parameters,
  };
  const given = Object.entries(all).filter(([, value]) => value !== '');
  return signed(Object.fromEntries(given), privateKey);
}
