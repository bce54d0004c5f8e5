/** Payments: specification 2.8 and 4.6; payOrder/audit and reversePayContractFee as the decisions say (8 and 6). */
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

const payOrder: Fields = {
  id: 'int64',
  orderType: 'int32',
  orderCode: 'string',
  // Without value where the platform itself is the merchant.
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
  {
    path: '/pay/payChannel/queryCorpHasPayChannel',
    code: '200',
    request: { corpId: 'int64!' },
    data: { value: 'boolean' },
  },
  {
    path: '/pay/payChannel/queryChannelList',
    code: '200',
    request: { flowId: 'int64!', source: 'string!' },
    data: {
      list: {
        channelModelId: 'int64',
        corpId: 'int64?',
        providerCode: 'string',
        providerName: 'string',
        payTypeCode: 'string',
        appId: 'string',
      },
    },
  },
  {
    path: '/pay/payOrder/add',
    code: '200',
    request: {
      channelModelId: 'int64!',
      signerId: 'int64!',
      openId: 'string',
      returnUrl: 'string',
      source: 'string',
    },
    data: { object: payUrlInfo },
  },
  {
    path: '/pay/payOrder/listByPage',
    code: '200',
    request: {
      id: 'int64',
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
    data: { list: payOrder },
    paged: true,
  },
  {
    path: '/pay/payOrder/query',
    code: '200',
    request: { id: 'int64!' },
    data: {
      object: {
        ...payOrder,
        extendInfo: { object: { flowId: 'int64', signerId: 'int64', refundReason: 'string?' } },
      },
    },
  },
  { path: '/pay/payOrder/cancel', code: '200', request: { id: 'int64!' }, data: 'empty' },
  {
    path: '/pay/payOrder/audit',
    code: '200',
    request: { participantId: 'int64', signerId: 'int64', remark: 'string' },
    data: 'empty',
  },
  {
    path: '/pay/payChannel/getPayOpenId',
    code: '200',
    request: { channelModelId: 'int64!', authCode: 'string!', source: 'string!' },
    data: { value: 'string' },
  },
  {
    path: '/signTask/reversePayContractFee',
    code: '0',
    request: {
      flowId: 'int64!',
      participantId: 'int64',
      channelModelId: 'int64',
      openId: 'string',
      source: 'string',
      returnUrl: 'string',
    },
    // Of a person; an enterprise gets {}.
    data: { object: payUrlInfo },
  },
];
