import type { Infer } from '@cinnabar/api/schema.js';
import type { managedPayChannel } from '@cinnabar/api/schemas/pay-channel.js';
import {
  type payChannel,
  type payOrder,
  type payOrderDetail,
  payTypes,
  type payUrlInfo,
} from '@cinnabar/api/schemas/payment.js';
import type { CorpId } from '../../operation/context.js';
import { type MerchantId, type PayChannel, PLATFORM } from './channel.js';
import { yuanOf } from './money.js';
import type { NamedOrder, PayOrder } from './order.js';
import { providerNames } from './rules/channels.js';
import type { UsedChannel } from './store/channels.js';

/** The platform is not an enterprise. */
function corpIdOf(merchantId: MerchantId): CorpId | null {
  return merchantId === PLATFORM ? null : merchantId;
}

export function channelView(channel: PayChannel): Infer<typeof payChannel> {
  return {
    channelModelId: channel.channelModelId,
    corpId: corpIdOf(channel.merchantId),
    providerCode: channel.providerCode,
    providerName: providerNames[channel.providerCode],
    payTypeCode: payTypes[channel.payType].shortCode,
    appId: channel.appId,
  };
}

export function managedChannelView(channel: UsedChannel): Infer<typeof managedPayChannel> {
  const { channelModelId, providerCode, payType, appId, merchantAccount, merchantType } = channel;
  return {
    ...{ channelModelId, providerCode, appId, merchantAccount, merchantType },
    providerName: providerNames[providerCode],
    payTypeCode: payType,
    enabled: channel.enabled,
    feeRate: channel.feeRate,
    hasKeys: channel.revision !== null,
    createTime: channel.createTime,
    modifyTime: channel.modifyTime,
    lastSuccessTime: channel.lastSuccessTime,
  };
}

/** What the audit keeps of a channel. Other keys are another revision. */
export function auditedChannel(channel: PayChannel) {
  const { payType, appId, merchantAccount, merchantType, enabled, feeRate, revision } = channel;
  return { payType, appId, merchant: merchantAccount, merchantType, enabled, feeRate, revision };
}

export function payUrlView(order: PayOrder): Infer<typeof payUrlInfo> {
  return {
    id: order.orderId,
    orderCode: order.orderCode,
    payTypeCode: order.payType,
    merchantAccount: order.merchantAccount,
    merchantType: order.merchantType,
    businessOrderNo: order.businessOrderNo,
    status: order.status,
    goodsType: order.goodsType,
    goodsName: order.goodsName,
    amount: yuanOf(order.amountFen),
    payUrl: order.payUrl,
  };
}

export function orderView(order: NamedOrder): Infer<typeof payOrder> {
  return {
    id: order.orderId,
    orderType: order.payerType === 'enterprise' ? 1 : 0,
    orderCode: order.orderCode,
    corpId: corpIdOf(order.merchantId),
    corpName: order.merchantName,
    psnId: order.psnId,
    psnName: order.psnName,
    channelModelId: order.channelModelId,
    providerCode: order.providerCode,
    payTypeCode: order.payType,
    businessOrderNo: order.businessOrderNo,
    goodsType: order.goodsType,
    goodsName: order.goodsName,
    goodsBody: order.goodsBody,
    amount: yuanOf(order.amountFen),
    status: order.status,
    expiredTime: order.expireTime,
    successTime: order.successTime,
    createTime: order.createTime,
    refundTimes: order.refundTimes,
    refundAmount: yuanOf(order.refundedFen),
    remark: order.remark,
  };
}

export function orderDetailView(order: NamedOrder): Infer<typeof payOrderDetail> {
  const { flowId, participantId, refundReason } = order;
  return { ...orderView(order), extendInfo: { flowId, signerId: participantId, refundReason } };
}
