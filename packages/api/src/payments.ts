/** Payments with contracts: channels, orders, offline payments, and the fee that a counterparty bears. */
import { data, operation, page } from './operation.js';
import { boolean, dateTime, id, list, object, oneOf, optional, text } from './schema.js';
import { filter } from './schemas/fields.js';
import { pagingFields } from './schemas/paging.js';
import {
  goodsType,
  openId,
  payChannel,
  payOrder,
  payOrderDetail,
  payOrderStatus,
  paySource,
  payUrlInfo,
  payUrlInfoOrNothing,
} from './schemas/payment.js';
import { webAddress } from './schemas/web-address.js';

export const queryCorpHasPayChannel = operation({
  path: '/pay/payChannel/queryCorpHasPayChannel',
  area: 'payments',
  title: { zh: '查询企业是否配置支付渠道', en: 'Whether an enterprise has a pay channel' },
  request: object({ corpId: id<'Corp'>() }),
  answer: data(boolean()),
  example: { corpId: 1 },
});

/** The ways in which the flow's merchant can be paid from where the payer is. */
export const queryChannelList = operation({
  path: '/pay/payChannel/queryChannelList',
  area: 'payments',
  reasons: ['PERMISSION_DENIED'],
  title: { zh: '查询支付渠道列表', en: 'List the pay channels of a flow' },
  request: object({ flowId: id<'Flow'>(), source: paySource() }),
  answer: data(list(payChannel)),
  example: { flowId: 201, source: 'pc' },
});

/** Exchanges what the payer's app gave for its name of the payer; the header user is the payer. */
export const getPayOpenId = operation({
  path: '/pay/payChannel/getPayOpenId',
  area: 'payments',
  caller: 'target',
  title: { zh: '获取付款人 openId', en: 'Get the open id of a payer' },
  request: object({ channelModelId: id<'PayChannel'>(), authCode: text(1, 512), source: paySource() }),
  answer: data(text(0, 128)),
  example: { channelModelId: 701, authCode: '0a1B2c', source: 'chatAh5' },
});

export const payOrderAdd = operation({
  path: '/pay/payOrder/add',
  area: 'payments',
  writes: true,
  errors: ['1101', '1102', '1103', '1104', '1105'],
  reasons: ['PERMISSION_DENIED', 'FLOW_STATE', 'FLOW_EXPIRED'],
  title: { zh: '创建支付单', en: 'Create a pay order' },
  request: object({
    channelModelId: id<'PayChannel'>(),
    signerId: id<'Participant'>(),
    openId: optional(openId()),
    returnUrl: optional(webAddress()),
    source: optional(paySource()),
  }),
  answer: data(payUrlInfo),
  example: { channelModelId: 701, signerId: 401, source: 'pc' },
});

export const payOrderListByPage = operation({
  path: '/pay/payOrder/listByPage',
  area: 'payments',
  title: { zh: '分页查询支付单', en: 'List pay orders' },
  request: object({
    id: optional(id<'PayOrder'>()),
    orderCode: optional(filter()),
    businessOrderNo: optional(filter()),
    psnId: optional(id<'User'>()),
    psnName: optional(filter()),
    goodsName: optional(filter()),
    goodsType: optional(goodsType()),
    status: optional(payOrderStatus()),
    payTypeCode: optional(filter()),
    providerCode: optional(filter()),
    orderType: optional(oneOf(0, 1)),
    beginTime: optional(dateTime()),
    endTime: optional(dateTime('end')),
    ...pagingFields,
  }),
  answer: page(payOrder),
  example: { status: 2, listPageNo: 1, listPageSize: 10 },
});

export const payOrderQuery = operation({
  path: '/pay/payOrder/query',
  area: 'payments',
  title: { zh: '查询支付单', en: 'Look up a pay order' },
  request: object({ id: id<'PayOrder'>() }),
  answer: data(payOrderDetail),
  example: { id: 801 },
});

export const payOrderCancel = operation({
  path: '/pay/payOrder/cancel',
  area: 'payments',
  writes: true,
  errors: ['1110', '1111'],
  title: { zh: '取消支付单', en: 'Cancel a pay order' },
  request: object({ id: id<'PayOrder'>() }),
  answer: data(object({})),
  example: { id: 801 },
});

/** The merchant says that a payment arrived outside of the service. */
export const payOrderAudit = operation({
  path: '/pay/payOrder/audit',
  area: 'payments',
  writes: true,
  errors: ['1104'],
  reasons: ['PERMISSION_DENIED', 'FLOW_STATE', 'FLOW_EXPIRED'],
  title: { zh: '确认线下付款', en: 'Confirm an offline payment' },
  request: object({
    participantId: optional(id<'Participant'>()),
    signerId: optional(id<'Participant'>()),
    remark: optional(text(0, 500)),
  }),
  answer: data(object({})),
  example: { signerId: 401, remark: '银行转账' },
});

/** A counterparty bears the fee of the contract: an enterprise by its account, a person by a pay order. */
export const reversePayContractFee = operation({
  path: '/signTask/reversePayContractFee',
  area: 'payments',
  source: 'required',
  writes: true,
  successCode: '0',
  errors: ['1102', '1103', '1105'],
  reasons: ['PERMISSION_DENIED', 'FLOW_STATE', 'FLOW_EXPIRED', 'BALANCE_NOT_ENOUGH'],
  title: { zh: '相对方支付合同费用', en: 'The counterparty pays the contract fee' },
  request: object({
    flowId: id<'Flow'>(),
    participantId: optional(id<'Participant'>()),
    channelModelId: optional(id<'PayChannel'>()),
    openId: optional(openId()),
    source: optional(paySource()),
    returnUrl: optional(webAddress()),
  }),
  answer: data(payUrlInfoOrNothing),
  example: { flowId: 201 },
});
