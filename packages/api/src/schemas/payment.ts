/** Shapes of payments (specification 2.8). Amounts are yuan with at most two decimals. */
import { dateTime, type Id, id, int32, nullable, number, object, oneOf, optional, text } from '../schema.js';

export type ChannelModelId = Id<'PayChannel'>;
export type PayOrderId = Id<'PayOrder'>;

export const providerCodes = ['payA', 'chatApay'] as const;
export type ProviderCode = (typeof providerCodes)[number];

/** Ways to pay, by the code that orders carry: who carries them out, and what channels are called by. */
export const payTypes = {
  chatAJSAPI: { providerCode: 'chatApay', shortCode: 'JSAPI' },
  chatAH5: { providerCode: 'chatApay', shortCode: 'H5' },
  chatAQrCode: { providerCode: 'chatApay', shortCode: 'NATIVE' },
  payAJSAPI: { providerCode: 'payA', shortCode: 'JSAPI' },
  payAPC: { providerCode: 'payA', shortCode: 'PC' },
  payAMobile: { providerCode: 'payA', shortCode: 'WAP' },
  payAPre: { providerCode: 'payA', shortCode: 'SCAN_CODE' },
} as const satisfies Record<string, { readonly providerCode: ProviderCode; readonly shortCode: string }>;

export type PayType = keyof typeof payTypes;

/** 0 generated, 1 paying, 2 success, 3 failed, 4 refund, 5 cancelled. */
export const payOrderStatus = () => oneOf(0, 1, 2, 3, 4, 5);

/** 0 package, 1 single signing, 2 collection, 3 certificate. */
export const goodsType = () => oneOf(0, 1, 2, 3);

/** Where a payer is: a word of the interface or of the caller's own, which then means anywhere. */
export const paySource = () => text(1, 50);

export const openId = () => text(1, 128);

export const payChannel = object({
  channelModelId: id<'PayChannel'>(),
  /** null where the platform itself is the merchant. */
  corpId: nullable(id<'Corp'>()),
  providerCode: text(0, 20),
  providerName: text(0, 50),
  payTypeCode: text(0, 20),
  appId: text(0, 100),
});

const payUrlFields = {
  id: id<'PayOrder'>(),
  orderCode: text(0, 40),
  payTypeCode: text(0, 20),
  merchantAccount: text(0, 100),
  /** 0 service provider, 1 second-level, 2 ordinary, 3 second-level of a service provider. */
  merchantType: oneOf(0, 1, 2, 3),
  businessOrderNo: text(0, 40),
  status: payOrderStatus(),
  goodsType: goodsType(),
  goodsName: text(0, 200),
  amount: number(),
  /** What a QR code holds, where to send the browser, or call-up parameters as JSON text; null while there is none. */
  payUrl: nullable(text(0, 5000)),
};

export const payUrlInfo = object(payUrlFields);

/** Empty where nothing has to be paid by the caller any more. */
export const payUrlInfoOrNothing = object({
  id: optional(payUrlFields.id),
  orderCode: optional(payUrlFields.orderCode),
  payTypeCode: optional(payUrlFields.payTypeCode),
  merchantAccount: optional(payUrlFields.merchantAccount),
  merchantType: optional(payUrlFields.merchantType),
  businessOrderNo: optional(payUrlFields.businessOrderNo),
  status: optional(payUrlFields.status),
  goodsType: optional(payUrlFields.goodsType),
  goodsName: optional(payUrlFields.goodsName),
  amount: optional(payUrlFields.amount),
  payUrl: optional(payUrlFields.payUrl),
});

const payOrderFields = {
  id: id<'PayOrder'>(),
  /** Of the payer: 0 a person, 1 an enterprise. */
  orderType: oneOf(0, 1),
  orderCode: text(0, 40),
  /** The merchant; null where it is the platform. */
  corpId: nullable(id<'Corp'>()),
  corpName: text(0, 100),
  psnId: id<'User'>(),
  psnName: text(0, 100),
  channelModelId: id<'PayChannel'>(),
  providerCode: text(0, 20),
  payTypeCode: text(0, 20),
  businessOrderNo: text(0, 40),
  goodsType: goodsType(),
  goodsName: text(0, 200),
  goodsBody: text(0, 500),
  amount: number(),
  status: payOrderStatus(),
  expiredTime: dateTime(),
  successTime: nullable(dateTime()),
  createTime: dateTime(),
  refundTimes: int32(0),
  refundAmount: number(),
  remark: nullable(text(0, 500)),
};

export const payOrder = object(payOrderFields);

export const payOrderDetail = object({
  ...payOrderFields,
  /** What the order pays for. */
  extendInfo: object({
    flowId: id<'Flow'>(),
    signerId: id<'Participant'>(),
    refundReason: nullable(text(0, 500)),
  }),
});
