/** Pay channels as their merchant manages them. Keys are given and never returned. */
import {
  boolean,
  choice,
  dateTime,
  id,
  int32,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  pattern,
  text,
} from '../schema.js';
import { type PayType, providerCodes } from './payment.js';

const payTypeNames = [
  'chatAJSAPI',
  'chatAH5',
  'chatAQrCode',
  'payAJSAPI',
  'payAPC',
  'payAMobile',
  'payAPre',
] as const satisfies readonly PayType[];

export const channelModelId = id<'PayChannel'>().means('支付渠道编号', 'pay channel id');

const pem = () => text(1, 20_000);

/** Which of them a channel needs depends on its provider; docs/providers/payments.md lists them. */
const payKeys = object({
  privateKey: pem().means('商户或应用私钥，PEM 或 Base64', 'private key of merchant or app, PEM or base64'),
  certificateSerial: optional(text(1, 64)).means(
    '商户证书序列号',
    'serial number of the merchant certificate',
  ),
  apiV3Key: optional(text(1, 64)).means('APIv3 密钥，32 字节', 'APIv3 key, 32 bytes'),
  publicKeyId: optional(text(1, 100)).means('平台公钥编号', "id of the provider's public key"),
  publicKey: optional(pem()).means('平台公钥，PEM', "the provider's public key, PEM"),
  partnerMerchant: optional(text(1, 40)).means('服务商商户号', 'merchant number of the service provider'),
  subAppId: optional(text(1, 100)).means('子商户应用编号', 'app id of the merchant under a service provider'),
  appSecret: optional(text(1, 200)).means('应用密钥，用于换取 openId', 'secret of the app, for open ids'),
  alipayPublicKey: optional(pem()).means('payA 公钥', 'public key of payA'),
  appCertificate: optional(pem()).means('应用公钥证书，PEM', 'certificate of the app, PEM'),
  alipayCertificate: optional(pem()).means('payA 公钥证书，PEM', 'certificate of payA, PEM'),
  alipayRootCertificates: optional(text(1, 50_000)).means(
    'payA 根证书，PEM',
    'root certificates of payA, PEM',
  ),
  appAuthToken: optional(text(1, 200)).means(
    '商户授权令牌',
    'token by which a merchant authorises a provider',
  ),
  serviceProviderId: optional(text(1, 40)).means('服务商编号', 'id of the service provider'),
  subMerchant: optional(text(1, 40)).means('二级商户编号', 'number of the second-level merchant'),
});

const merchantType = oneOf(0, 1, 2, 3).means(
  '0 服务商 1 二级 2 普通 3 服务商二级',
  '0 service provider 1 second-level 2 ordinary 3 second-level of a service provider',
);
const appId = text(1, 100).means('支付应用编号', 'application id at the payment provider');
const merchantAccount = text(1, 100).means('收款商户号', 'account that is paid');
const feeRate = int32(0, 1_000).means('约定费率，万分之', 'agreed fee in ten-thousandths');
const keys = payKeys.means('密钥，不再返回', 'keys; never returned');

/** Fields of a new channel. */
export const newPayChannel = {
  payTypeCode: choice(payTypeNames).means('支付方式', 'payment method'),
  appId,
  merchantAccount,
  merchantType: optional(merchantType),
  feeRate: optional(feeRate),
  keys: optional(keys),
};

/** Fields that can change. */
export const changedPayChannel = {
  channelModelId,
  appId: optional(appId),
  merchantAccount: optional(merchantAccount),
  merchantType: optional(merchantType),
  feeRate: optional(feeRate),
  keys: optional(keys),
  enabled: optional(boolean()).means('是否启用', 'whether it is enabled'),
};

export const managedPayChannel = object({
  channelModelId,
  providerCode: choice(providerCodes).means('支付服务商', 'payment provider'),
  providerName: text(0, 50).means('支付服务商名称', 'name of the payment provider'),
  payTypeCode: choice(payTypeNames).means('支付方式', 'payment method'),
  appId,
  merchantAccount,
  merchantType,
  enabled: boolean().means('是否启用', 'whether it is enabled'),
  feeRate: nullable(feeRate),
  hasKeys: boolean().means('是否已配置密钥', 'whether it has keys'),
  createTime: dateTime().means('创建时间', 'time of creation'),
  modifyTime: nullable(dateTime()).means('修改时间', 'time of the last change'),
  lastSuccessTime: nullable(dateTime()).means('最近一次支付成功时间', 'time of the newest payment'),
});

/** Why a channel does not work. */
export const channelProblems = ['refused', 'unreachable', 'notConfigured', 'forged'] as const;

export const channelTest = object({
  works: boolean().means('是否可用', 'whether it works'),
  problem: nullable(choice(channelProblems)).means(
    'refused 被拒绝 unreachable 无法连接 notConfigured 未配置 forged 响应签名有误',
    'refused, unreachable, notConfigured, forged: the answer is not signed by the provider',
  ),
  detail: text(0, 500).means('说明', 'details'),
});

/** A day in China. */
export const billDay = () =>
  pattern(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, {
    zh: '须为 yyyy-MM-dd',
    en: 'must be yyyy-MM-dd',
  });

const totals = object({
  payments: int32(0).means('支付笔数', 'number of payments'),
  amount: number().means('支付金额，元', 'amount of payments in yuan'),
  refunds: int32(0).means('退款笔数', 'number of refunds'),
  refundAmount: number().means('退款金额，元', 'amount of refunds in yuan'),
});

const statementStates = ['waiting', 'compared', 'failed'] as const;

const differenceKinds = ['missingHere', 'missingThere', 'amount', 'state', 'fee'] as const;

const difference = object({
  kind: choice(differenceKinds).means(
    'missingHere 渠道有本地无 missingThere 本地有渠道无 amount 金额不同 state 状态不同 fee 手续费不同',
    'missingHere: only at the provider, missingThere: only here, amount, state, fee: different',
  ),
  isRefund: boolean().means('是否退款', 'whether it is a refund'),
  businessOrderNo: text(0, 64).means('商户订单号', 'order number at the provider'),
  refundNo: nullable(text(0, 64)).means('退款单号', 'refund number'),
  orderId: nullable(id<'PayOrder'>()).means('支付单编号', 'pay order id'),
  ours: nullable(text(0, 50)).means('本系统', 'here'),
  theirs: nullable(text(0, 50)).means('渠道', 'at the provider'),
});

export const reconciledDay = object({
  day: text(10, 10).means('日期', 'day'),
  channelModelId,
  providerCode: choice(providerCodes).means('支付服务商', 'payment provider'),
  merchantAccount,
  state: choice(statementStates).means(
    'waiting 等待账单 compared 已对账 failed 多日未能取得账单',
    'waiting for the statement, compared, failed: no statement for days',
  ),
  failure: nullable(text(0, 500)).means('未能取得账单的原因', 'why there is no statement'),
  checkTime: dateTime().means('对账时间', 'time of the comparison'),
  ours: totals.means('本系统合计', 'totals here'),
  theirs: totals.means('渠道合计', "totals of the provider's statement"),
  fee: number().means('手续费，元', 'fees in yuan'),
  others: int32(0).means('非本系统的交易笔数', 'number of trades of other systems'),
  differences: list(difference).means('差异', 'differences'),
});
