/**
 * Payments: specification 2.8 and 4.6; payOrder/audit and reversePayContractFee according to the decisions (8 and 6).
 */
import { type Fields, paging, type SpecifiedOperation } from './notation.js';

const payUrlInfo: Fields = {
  id: 'int64',
  orderCode: 'string',
  payTypeCode: 'string',
  merchantAccount: 'string',
  merchantType: 'int32',
  businessOrderNo: 'string',
  status: 'int32',
  goodsType: 'int32',
  goodsName: 'string',
  amount: 'number',
  payUrl: 'string',
};

export const payOrder: Fields = {
  id: 'int64',
  orderType: 'int32',
  orderCode: 'string',
  // Without a value if the platform itself is the merchant.
  corpId: 'int64?',
  corpName: 'string',
  psnId: 'int64',
  psnName: 'string',
  channelModelId: 'int64',
  providerCode: 'string',
  payTypeCode: 'string',
  businessOrderNo: 'string',
  goodsType: 'int32',
  goodsName: 'string',
  goodsBody: 'string',
  amount: 'number',
  status: 'int32',
  expiredTime: 'dateTime',
  successTime: 'dateTime?',
  createTime: 'dateTime',
  refundTimes: 'int32',
  refundAmount: 'number',
  remark: 'string?',
};

export const paymentOperations: readonly SpecifiedOperation[] = [
  ['/pay/payChannel/queryCorpHasPayChannel', '200', { corpId: 'int64!' }, 'boolean'],
  [
    '/pay/payChannel/queryChannelList',
    '200',
    { flowId: 'int64!', source: 'string!' },
    [
      {
        channelModelId: 'int64',
        corpId: 'int64?',
        providerCode: 'string',
        providerName: 'string',
        payTypeCode: 'string',
        appId: 'string',
      },
    ],
  ],
  [
    '/pay/payOrder/add',
    '200',
    { channelModelId: 'int64!', signerId: 'int64!', openId: 'string', returnUrl: 'string', source: 'string' },
    payUrlInfo,
  ],
  [
    '/pay/payOrder/listByPage',
    '200',
    {
      id: 'int64',
      flowId: 'int64',
      orderCode: 'string',
      businessOrderNo: 'string',
      psnId: 'int64',
      psnName: 'string',
      goodsName: 'string',
      goodsType: 'int32',
      status: 'int32',
      payTypeCode: 'string',
      providerCode: 'string',
      orderType: 'int32',
      beginTime: 'dateTime',
      endTime: 'dateTime',
      ...paging,
    },
    [payOrder],
    'paged',
  ],
  // Our own.
  [
    '/pay/payOrder/dueList',
    '0',
    { ...paging },
    [
      {
        ...{ flowId: 'int64', flowCode: 'string', flowTitle: 'string', flowStatus: 'int32' },
        ...{ initiatorId: 'int64', signerId: 'int64', psnName: 'string', corpName: 'string' },
        ...{ amount: 'number', remark: 'string?', expireDate: 'dateTime?' },
      },
    ],
    'paged',
  ],
  [
    '/pay/payOrder/query',
    '200',
    { id: 'int64!' },
    { ...payOrder, extendInfo: { flowId: 'int64', signerId: 'int64', refundReason: 'string?' } },
  ],
  ['/pay/payOrder/cancel', '200', { id: 'int64!' }, {}],
  ['/pay/payOrder/audit', '200', { participantId: 'int64', signerId: 'int64', remark: 'string' }, {}],
  [
    '/pay/payChannel/getPayOpenId',
    '200',
    { channelModelId: 'int64!', authCode: 'string!', source: 'string!' },
    'string',
  ],
  [
    '/signTask/reversePayContractFee',
    '0',
    {
      flowId: 'int64!',
      participantId: 'int64',
      channelModelId: 'int64',
      openId: 'string',
      source: 'string',
      returnUrl: 'string',
    },
    payUrlInfo,
  ],
];
