/** Our own: decisions, "Pay channels and reconciliation". */
import type { Fields, SpecifiedOperation } from './notation.js';
import { payOrder } from './payments.js';

const channel: Fields = {
  channelModelId: 'int64',
  providerCode: 'string',
  providerName: 'string',
  payTypeCode: 'string',
  appId: 'string',
  merchantAccount: 'string',
  merchantType: 'int32',
  enabled: 'boolean',
  feeRate: 'int32?',
  hasKeys: 'boolean',
  createTime: 'dateTime',
  modifyTime: 'dateTime?',
  lastSuccessTime: 'dateTime?',
};

const keys: Fields = {
  privateKey: 'string!',
  certificateSerial: 'string',
  apiV3Key: 'string',
  publicKeyId: 'string',
  publicKey: 'string',
  partnerMerchant: 'string',
  subAppId: 'string',
  appSecret: 'string',
  alipayPublicKey: 'string',
  appCertificate: 'string',
  alipayCertificate: 'string',
  alipayRootCertificates: 'string',
  appAuthToken: 'string',
  serviceProviderId: 'string',
  subMerchant: 'string',
};

const totals: Fields = { payments: 'int32', amount: 'number', refunds: 'int32', refundAmount: 'number' };

export const payChannelOperations: readonly SpecifiedOperation[] = [
  ['/pay/payChannel/list', '200', {}, [channel]],
  [
    '/pay/payChannel/add',
    '200',
    {
      payTypeCode: 'string!',
      appId: 'string!',
      merchantAccount: 'string!',
      merchantType: 'int32',
      feeRate: 'int32',
      keys,
    },
    channel,
  ],
  [
    '/pay/payChannel/modify',
    '200',
    {
      channelModelId: 'int64!',
      appId: 'string',
      merchantAccount: 'string',
      merchantType: 'int32',
      feeRate: 'int32',
      keys,
      enabled: 'boolean',
    },
    channel,
  ],
  [
    '/pay/payChannel/test',
    '200',
    { channelModelId: 'int64!' },
    { works: 'boolean', problem: 'string?', detail: 'string' },
  ],
  ['/pay/payOrder/refund', '200', { id: 'int64!', reason: 'string!' }, payOrder],
  [
    '/pay/payOrder/reconciliation',
    '200',
    { beginDate: 'string!', endDate: 'string!', channelModelId: 'int64' },
    [
      {
        day: 'string',
        channelModelId: 'int64',
        providerCode: 'string',
        merchantAccount: 'string',
        state: 'string',
        failure: 'string?',
        checkTime: 'dateTime',
        ours: totals,
        theirs: totals,
        fee: 'number',
        others: 'int32',
        differences: [
          {
            kind: 'string',
            isRefund: 'boolean',
            businessOrderNo: 'string',
            refundNo: 'string?',
            orderId: 'int64?',
            ours: 'string?',
            theirs: 'string?',
          },
        ],
      },
    ],
  ],
];
