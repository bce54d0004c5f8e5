/** Payments (specification 2.8). Amounts are in yuan with at most two decimal places. */
import { GoodsType, PayOrderStatus } from '../enums.js';
import { dateTime, type Id, id, int32, nullable, number, object, oneOf, optional, text } from '../schema.js';
import { createTime, flowCode, flowId, flowTitle, initiatorId } from './fields.js';
import { flowStatus } from './flow-values.js';

export type ChannelModelId = Id<'PayChannel'>;
export type PayOrderId = Id<'PayOrder'>;

export const providerCodes = ['payA', 'chatApay'] as const;
export type ProviderCode = (typeof providerCodes)[number];

/** Payment methods by the code in pay orders, with the provider and its own short code. */
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
export const payOrderStatus = () =>
  oneOf(...Object.values(PayOrderStatus)).means(
    '0 已生成 1 支付中 2 成功 3 失败 4 退款 5 取消',
    '0 generated 1 paying 2 succeeded 3 failed 4 refunded 5 cancelled',
  );

/** 0 package, 1 single signing, 2 collection, 3 certificate. */
export const goodsType = () =>
  oneOf(...Object.values(GoodsType)).means(
    '0 套餐 1 单次签署 2 收款 3 证书',
    '0 package 1 single signing 2 collection 3 certificate',
  );

/** The payer's client: a value of the interface, or any other text, which stands for any client. */
export const paySource = () => text(1, 50).means('付款人所在端', 'client that the payer uses');

export const openId = () =>
  text(1, 128).means('付款人 openId，JSAPI 必填', "the payer's open id; required for JSAPI");

export const payChannel = object({
  channelModelId: id<'PayChannel'>().means('支付渠道编号', 'pay channel id'),
  corpId: nullable(id<'Corp'>()).means(
    '收款企业编号；平台收款时为 null',
    'enterprise id of the merchant; null where the platform is the merchant',
  ),
  providerCode: text(0, 20).means('支付服务商', 'payment provider'),
  providerName: text(0, 50).means('支付服务商名称', 'name of the payment provider'),
  payTypeCode: text(0, 20).means('支付方式', 'payment method'),
  appId: text(0, 100).means('支付应用编号', 'application id at the payment provider'),
});

const payUrlFields = {
  id: id<'PayOrder'>().means('支付单编号', 'pay order id'),
  orderCode: text(0, 40).means('订单编码', 'code of the order'),
  payTypeCode: text(0, 20).means('支付方式', 'payment method'),
  merchantAccount: text(0, 100).means('商户号', 'merchant account'),
  merchantType: oneOf(0, 1, 2, 3).means(
    '0 服务商 1 二级 2 普通 3 服务商二级',
    '0 service provider 1 second-level 2 ordinary 3 second-level of a service provider',
  ),
  businessOrderNo: text(0, 40).means('商户订单号', 'order number at the provider'),
  status: payOrderStatus(),
  goodsType: goodsType(),
  goodsName: text(0, 200).means('商品名称', 'name of the goods'),
  amount: number().means('金额，元', 'amount in yuan'),
  payUrl: nullable(text(0, 5000)).means(
    '二维码内容、跳转链接或调起参数；尚未生成时为 null',
    'QR code content, redirect URL, or client parameters as JSON; null until the provider returns it',
  ),
};

export const payUrlInfo = object(payUrlFields);

/** Empty if the caller has nothing to pay. */
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
  id: id<'PayOrder'>().means('支付单编号', 'pay order id'),
  orderType: oneOf(0, 1).means('付款方：0 个人，1 企业', 'payer: 0 person, 1 enterprise'),
  orderCode: text(0, 40).means('订单编码', 'code of the order'),
  corpId: nullable(id<'Corp'>()).means(
    '收款企业编号；平台收款时为 null',
    'enterprise id of the merchant; null where the platform is the merchant',
  ),
  corpName: text(0, 100).means('收款方名称', 'name of the merchant'),
  psnId: id<'User'>().means('付款人用户编号', 'user id of the payer'),
  psnName: text(0, 100).means('付款人姓名', 'name of the payer'),
  channelModelId: id<'PayChannel'>().means('支付渠道编号', 'pay channel id'),
  providerCode: text(0, 20).means('支付服务商', 'payment provider'),
  payTypeCode: text(0, 20).means('支付方式', 'payment method'),
  businessOrderNo: text(0, 40).means('商户订单号', 'order number at the provider'),
  goodsType: goodsType(),
  goodsName: text(0, 200).means('商品名称', 'name of the goods'),
  goodsBody: text(0, 500).means('商品描述', 'description of the goods'),
  amount: number().means('金额，元', 'amount in yuan'),
  status: payOrderStatus(),
  expiredTime: dateTime().means('订单失效时间', 'expiry of the order'),
  successTime: nullable(dateTime()).means('支付成功时间', 'time of payment'),
  createTime,
  refundTimes: int32(0).means('退款次数', 'number of refunds'),
  refundAmount: number().means('退款金额，元', 'refunded amount in yuan'),
  remark: nullable(text(0, 500)).means('备注', 'remark'),
};

/** What a part of a contract owes the enterprise that started it, whether or not there is an order for it. */
export const payDue = object({
  flowId,
  flowCode,
  flowTitle,
  flowStatus: flowStatus(),
  initiatorId,
  signerId: id<'Participant'>().means('付款签署方编号', 'id of the paying participant'),
  psnName: text(0, 100).means('付款人姓名', 'name of the payer'),
  corpName: text(0, 200).means('付款企业名称，个人为空', 'name of the paying enterprise; empty for a person'),
  amount: number().means('金额，元', 'amount in yuan'),
  remark: nullable(text(0, 500)).means('备注', 'remark'),
  expireDate: nullable(dateTime()).means('合同截止时间', 'deadline of the contract'),
});

export const payOrder = object(payOrderFields);

export const payOrderDetail = object({
  ...payOrderFields,
  extendInfo: object({
    flowId,
    signerId: id<'Participant'>().means('付款签署方编号', 'id of the paying participant'),
    refundReason: nullable(text(0, 500)).means('退款原因', 'reason for the refund'),
  }).means('订单对应的合同', 'contract that the order pays for'),
});
