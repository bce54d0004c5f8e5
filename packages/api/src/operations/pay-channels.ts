/** Pay channels as their merchant manages them, refunds, and statements compared with the orders. */
import { data, operation } from '../operation.js';
import { id, list, object, optional, text } from '../schema.js';
import {
  billDay,
  changedPayChannel,
  channelModelId,
  channelTest,
  managedPayChannel,
  newPayChannel,
  reconciledDay,
} from '../schemas/pay-channel.js';
import { payOrder } from '../schemas/payment.js';

const managing = { area: 'payments', right: 'managePayments' } as const;
const reading = { area: 'payments', right: 'readContracts' } as const;

/** Lists all pay channels of the enterprise, those in use first. Keys are never returned. */
export const payChannelList = operation({
  ...reading,
  path: '/pay/payChannel/list',
  title: { zh: '查询企业的支付渠道', en: 'List the pay channels of the enterprise' },
  request: object({}),
  answer: data(list(managedPayChannel)),
});

/** Adds a pay channel. A payment method has one enabled channel at most. */
export const payChannelAdd = operation({
  ...managing,
  path: '/pay/payChannel/add',
  writes: true,
  freshProof: true,
  errors: ['1106'],
  title: { zh: '新增支付渠道', en: 'Add a pay channel' },
  request: object(newPayChannel),
  answer: data(managedPayChannel),
  example: { payTypeCode: 'chatAQrCode', appId: 'wx8888888888888888', merchantAccount: '1900000001' },
});

/** Changes the given fields. Open orders keep the merchant and the keys that they were made with. */
export const payChannelModify = operation({
  ...managing,
  path: '/pay/payChannel/modify',
  writes: true,
  freshProof: true,
  errors: ['1106'],
  title: { zh: '修改支付渠道', en: 'Change a pay channel' },
  request: object(changedPayChannel),
  answer: data(managedPayChannel),
  example: { channelModelId: 701, enabled: false },
});

/** Asks the provider for an order that does not exist, which proves the keys and charges nobody. */
export const payChannelTest = operation({
  ...managing,
  path: '/pay/payChannel/test',
  title: { zh: '测试支付渠道', en: 'Test a pay channel' },
  request: object({ channelModelId }),
  answer: data(channelTest),
  example: { channelModelId: 701 },
});

/**
 * Refunds a collection as a whole; its payer then counts as not having paid. The answer is the order with its refund
 * under way. A refund that its provider did not make is requested again.
 */
export const payOrderRefund = operation({
  ...managing,
  path: '/pay/payOrder/refund',
  writes: true,
  freshProof: true,
  errors: ['1112'],
  title: { zh: '支付单退款', en: 'Refund a pay order' },
  request: object({
    id: id<'PayOrder'>().means('支付单编号', 'pay order id'),
    reason: text(1, 80).means('退款原因', 'reason for the refund'),
  }),
  answer: data(payOrder),
  example: { id: 801, reason: '合同取消' },
});

/** Compares the statements of the providers with the orders, day by day, newest first; 31 days at most. */
export const payReconciliation = operation({
  ...reading,
  path: '/pay/payOrder/reconciliation',
  title: { zh: '查询支付对账', en: 'Compare statements of payments' },
  request: object({
    beginDate: billDay().means('起始日期', 'first day'),
    endDate: billDay().means('截止日期', 'last day'),
    channelModelId: optional(channelModelId),
  }),
  answer: data(list(reconciledDay)),
  example: { beginDate: '2026-11-01', endDate: '2026-11-19' },
});
