/** Payments: channels, orders, offline payments, and contract fees paid by a counterparty. */
import { data, operation, page } from '../operation.js';
import { boolean, dateTime, id, list, object, oneOf, optional, text } from '../schema.js';
import { corpId, filter, flowId, participantId, returnUrl } from '../schemas/fields.js';
import { pagingFields } from '../schemas/paging.js';
import {
  goodsType,
  openId,
  payChannel,
  payDue,
  payOrder,
  payOrderDetail,
  payOrderStatus,
  paySource,
  payUrlInfo,
  payUrlInfoOrNothing,
} from '../schemas/payment.js';

export const queryCorpHasPayChannel = operation({
  path: '/pay/payChannel/queryCorpHasPayChannel',
  area: 'payments',
  title: { zh: '查询企业是否配置支付渠道', en: 'Check whether an enterprise has a pay channel' },
  request: object({ corpId }),
  answer: data(boolean()),
  example: { corpId: 1 },
});

/** Lists the payment methods of the flow's merchant that are available on the payer's device. */
export const queryChannelList = operation({
  path: '/pay/payChannel/queryChannelList',
  area: 'payments',
  reasons: ['PERMISSION_DENIED'],
  title: { zh: '查询支付渠道列表', en: 'List the pay channels of a flow' },
  links: { sign: 'ownFlow' },
  linksUntil: 'paid',
  request: object({ flowId, source: paySource() }),
  answer: data(list(payChannel)),
  example: { flowId: 201, source: 'pc' },
});

export const payOrderAdd = operation({
  path: '/pay/payOrder/add',
  area: 'payments',
  writes: true,
  ownPart: true,
  errors: ['1101', '1102', '1103', '1104', '1105'],
  reasons: ['PERMISSION_DENIED', 'FLOW_STATE', 'FLOW_EXPIRED'],
  title: { zh: '创建支付单', en: 'Create a pay order' },
  links: { sign: 'ownPart' },
  linksUntil: 'paid',
  request: object({
    channelModelId: id<'PayChannel'>().means('支付渠道编号', 'pay channel id'),
    signerId: id<'Participant'>().means('付款签署方编号', 'id of the paying participant'),
    openId: optional(openId()),
    returnUrl,
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
    id: optional(id<'PayOrder'>()).means('支付单编号', 'pay order id'),
    flowId: optional(flowId).means('合同流程编号', 'flow that the order pays for'),
    orderCode: optional(filter()).means('订单编码', 'code of the order'),
    businessOrderNo: optional(filter()).means('商户订单号', 'order number at the provider'),
    psnId: optional(id<'User'>()).means('付款人用户编号', 'user id of the payer'),
    psnName: optional(filter()).means('付款人姓名', 'name of the payer'),
    goodsName: optional(filter()).means('商品名称', 'name of the goods'),
    goodsType: optional(goodsType()),
    status: optional(payOrderStatus()),
    payTypeCode: optional(filter()).means('支付方式', 'payment method'),
    providerCode: optional(filter()).means('支付服务商', 'payment provider'),
    orderType: optional(oneOf(0, 1)).means('付款方：0 个人，1 企业', 'payer: 0 person, 1 enterprise'),
    beginTime: optional(dateTime()).means('起始时间', 'start of the period'),
    endTime: optional(dateTime('end')).means(
      '截止时间；仅有日期时含当日',
      'end of the period; a date alone includes the whole day',
    ),
    ...pagingFields,
  }),
  answer: page(payOrder),
  example: { status: 2, listPageNo: 1, listPageSize: 10 },
});

/**
 * Lists what is due to the enterprise from parts of its contracts, with and without an order: of contracts that the caller
 * started, and with the right to read contracts of all that are not confidential. The newest contract is first.
 */
export const payDueList = operation({
  path: '/pay/payOrder/dueList',
  area: 'payments',
  successCode: '0',
  title: { zh: '分页查询待收款项', en: 'List what is due from parts of contracts' },
  request: object(pagingFields),
  answer: page(payDue),
  example: { listPageNo: 1, listPageSize: 10 },
});

export const payOrderQuery = operation({
  path: '/pay/payOrder/query',
  area: 'payments',
  title: { zh: '查询支付单', en: 'Look up a pay order' },
  links: { sign: 'any' },
  linksUntil: 'afterPayment',
  request: object({ id: id<'PayOrder'>().means('支付单编号', 'pay order id') }),
  answer: data(payOrderDetail),
  example: { id: 801 },
});

export const payOrderCancel = operation({
  path: '/pay/payOrder/cancel',
  area: 'payments',
  writes: true,
  ownPart: true,
  errors: ['1110', '1111'],
  title: { zh: '取消支付单', en: 'Cancel a pay order' },
  links: { sign: 'any' },
  linksUntil: 'paid',
  request: object({ id: id<'PayOrder'>().means('支付单编号', 'pay order id') }),
  answer: data(object({})),
  example: { id: 801 },
});

/** The merchant confirms a payment received outside the service. */
export const payOrderAudit = operation({
  path: '/pay/payOrder/audit',
  area: 'payments',
  writes: true,
  errors: ['1104'],
  reasons: ['PERMISSION_DENIED', 'FLOW_STATE', 'FLOW_EXPIRED'],
  title: { zh: '确认线下付款', en: 'Confirm an offline payment' },
  request: object({
    participantId: optional(participantId),
    signerId: optional(id<'Participant'>()).means('付款签署方编号', 'id of the paying participant'),
    remark: optional(text(0, 500)).means('备注', 'remark'),
  }),
  answer: data(object({})),
  example: { signerId: 401, remark: '银行转账' },
});

/** Exchanges the code from the payer's app for the payer's open id; the header userId names the payer. */
export const getPayOpenId = operation({
  path: '/pay/payChannel/getPayOpenId',
  area: 'payments',
  caller: 'target',
  title: { zh: '获取付款人 openId', en: 'Get the openId of a payer' },
  links: { sign: 'any' },
  linksUntil: 'paid',
  request: object({
    channelModelId: id<'PayChannel'>().means('支付渠道编号', 'pay channel id'),
    authCode: text(1, 512).means('支付应用授予的授权码', "authorisation code from the payer's app"),
    source: paySource(),
  }),
  answer: data(text(0, 128)),
  example: { channelModelId: 701, authCode: '0a1B2c', source: 'chatAh5' },
});

/** A counterparty pays the contract fee: an enterprise from its balance, a person by a pay order. */
export const reversePayContractFee = operation({
  path: '/signTask/reversePayContractFee',
  area: 'payments',
  source: 'required',
  writes: true,
  successCode: '0',
  errors: ['1102', '1103', '1105'],
  reasons: ['PERMISSION_DENIED', 'FLOW_STATE', 'FLOW_EXPIRED', 'BALANCE_NOT_ENOUGH'],
  title: { zh: '相对方支付合同费用', en: 'Pay the contract fee as a counterparty' },
  links: { sign: 'ownFlow' },
  request: object({
    flowId,
    participantId: optional(participantId),
    channelModelId: optional(id<'PayChannel'>()).means('支付渠道编号', 'pay channel id'),
    openId: optional(openId()),
    source: optional(paySource()),
    returnUrl,
  }),
  answer: data(payUrlInfoOrNothing),
  example: { flowId: 201 },
});
