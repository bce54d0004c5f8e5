/** Payments: specification 2.8 and 4.6; decisions 8 and 6 ("Reverse pay"). */
import type { Json } from '@cinnabar/api/schema.js';
import type { Person } from '../../support/given-enterprise.js';
import { denied, type Expected, forbidden, invalid, named, notFound } from '../support/expected.js';
import type { OperationTable, TableMaker } from '../support/operation-table.js';
import {
  accepted,
  characters,
  fineValues,
  type Row,
  refused,
  withoutField,
  wrongValues,
} from '../support/rows.js';
import type { World } from '../support/world.js';

const paying = {
  caller: 'member',
  source: 'optional',
  needsRight: false,
  writes: true,
} as const satisfies Partial<OperationTable>;
const reading = { ...paying, writes: false } as const;

const by = (who: string, person: Person, expected: Expected): Row =>
  refused(`by ${who}`, { by: person.client }, expected);

const queryCorpHasPayChannel: TableMaker = ({ home, partner, unknownId }) => ({
  ...reading,
  path: '/pay/payChannel/queryCorpHasPayChannel',
  good: { by: partner.owner.client, body: { corpId: home.corpId } },
  rows: [
    ...wrongValues('corpId', 0, -1),
    refused('an unknown enterprise', { change: { corpId: unknownId } }, notFound),
  ],
});

const queryChannelList: TableMaker = (world) => {
  const { home, partner, partnerPlain, foreign, plain, unverified, payments, unknownId } = world;
  const about = (which: string, flowId: number, expected: Expected): Row =>
    refused(`${which} flow`, { change: { flowId } }, expected);
  return {
    ...reading,
    path: '/pay/payChannel/queryChannelList',
    good: { by: partner.owner.client, body: { flowId: payments.due.flowId, source: 'pc' } },
    rows: [
      ...wrongValues('flowId', 0, -1),
      ...wrongValues('source', characters(51), ' '),
      ...fineValues('source', 'chatA', 'chatAh5', 'payA', 'payAh5', 'h5', 'app', 'kiosk', '__proto__'),
      accepted("by a colleague of the payer's, who may pay", { by: partnerPlain.client }),
      accepted('by the initiator', { by: home.owner.client }),
      accepted('by an administrator of the merchant', { by: unverified.client }),
      by('a colleague of the merchant without the right', plain, denied),
      by("another enterprise's owner", foreign.owner, notFound),
      about('an unknown', unknownId, notFound),
      about("another enterprise's", payments.foreign.flowId, notFound),
      refused(
        "by a colleague of the payer's, of a confidential flow",
        { by: partnerPlain.client, change: { flowId: payments.confidential.flowId } },
        notFound,
      ),
    ],
  };
};

/** Amounts due, in any status. `body` is the request about a participant. */
function dueRows(world: World, body: (signerId: number) => Json): readonly Row[] {
  const { home, payments } = world;
  const about = (which: string, signerId: number, expected: Expected): Row =>
    refused(which, { by: home.owner.client, body: body(signerId) }, expected);
  return [
    about('who has nothing to pay', payments.due.initiatorSide, named('1104')),
    about('who has paid', payments.paid.signerId, named('1104')),
    about('a revoked flow', payments.revoked.signerId, forbidden('FLOW_STATE')),
    about('an overdue flow', payments.overdue.signerId, forbidden('FLOW_EXPIRED')),
  ];
}

const payOrderAdd: TableMaker = (world) => {
  const { partner, partnerPlain, foreign, plain, unverified, payments, unknownId } = world;
  const { channels, due } = payments;
  const order = (signerId: number, channelModelId: number = channels('chatAQrCode')) => ({
    channelModelId,
    signerId,
  });
  const channel = (which: string, channelModelId: number): Row =>
    refused(`${which} channel`, { change: { channelModelId } }, named('1102'));
  return {
    ...paying,
    path: '/pay/payOrder/add',
    good: {
      by: partner.owner.client,
      body: { ...order(due.signerId), source: 'pc', returnUrl: 'https%3A%2F%2Fshop.example%2F' },
    },
    rows: [
      ...wrongValues('channelModelId', 0, -1),
      ...wrongValues('signerId', 0, -1),
      ...wrongValues('openId', characters(129)),
      ...wrongValues(
        'returnUrl',
        'shop.example',
        'ftp://shop.example',
        'javascript:alert(1)',
        '//shop.example',
      ),
      ...wrongValues('source', characters(51)),
      refused('an unknown participant', { change: { signerId: unknownId } }, notFound),
      refused(
        "another enterprise's participant",
        { change: { signerId: payments.foreign.signerId } },
        notFound,
      ),
      by('a colleague of the merchant', plain, denied),
      by('an administrator of the merchant', unverified, denied),
      by("another enterprise's owner", foreign.owner, notFound),
      refused(
        "by a colleague of the payer's, of a confidential flow",
        { by: partnerPlain.client, body: order(payments.confidential.signerId) },
        notFound,
      ),
      channel('an unknown', unknownId),
      channel('a disabled', payments.disabled),
      channel("another enterprise's", payments.foreignChannel),
      channel("the platform's", payments.platformChannel),
      refused(
        'inside an app without openId',
        { body: order(due.signerId, channels('chatAJSAPI')) },
        named('1105'),
      ),
      refused(
        'another channel while an order is open',
        { body: order(payments.open.signerId, channels('payAPC')) },
        named('1103'),
      ),
      accepted('the same channel while an order is open', { body: order(payments.open.signerId) }),
      ...dueRows(world, (signerId) => order(signerId)),
      refused(
        'the channel before the state',
        { body: order(payments.revoked.signerId, unknownId) },
        named('1102'),
      ),
      refused(
        'the right before the channel',
        { by: plain.client, body: order(due.signerId, unknownId) },
        denied,
      ),
    ],
  };
};

const payOrderListByPage: TableMaker = ({ partner }) => ({
  ...reading,
  path: '/pay/payOrder/listByPage',
  good: { by: partner.owner.client, body: { listPageNo: 1, listPageSize: 1000 } },
  shape: { id: 1, flowId: 1, psnId: 1, goodsType: 2, status: 2, orderType: 1 },
  rows: [
    ...wrongValues('listPageNo', 0, -1),
    ...wrongValues('listPageSize', 0, 1001),
    ...wrongValues('id', 0, -1),
    ...wrongValues('flowId', 0, -1),
    ...wrongValues('psnId', 0, -1),
    ...wrongValues('goodsType', -1, 4),
    ...wrongValues('status', -1, 6),
    ...wrongValues('orderType', -1, 2),
    ...['orderCode', 'businessOrderNo', 'psnName', 'goodsName', 'payTypeCode', 'providerCode'].flatMap(
      (name) => [...wrongValues(name, characters(201)), ...fineValues(name, '', '%_\\', "'")],
    ),
    ...fineValues('status', 0, '5', ''),
    ...fineValues('beginTime', '2026-01-01', ''),
    refused(
      'a time that ends before it begins',
      { change: { beginTime: '2026-02-01', endTime: '2026-01-31' } },
      invalid('beginTime'),
    ),
  ],
});

function orderRows(world: World, colleague: 'sees' | 'does not'): readonly Row[] {
  const { plain, foreign, partnerPlain, unverified, payments, unknownId } = world;
  return [
    ...wrongValues('id', 0, -1),
    refused('an unknown order', { change: { id: unknownId } }, notFound),
    refused("another enterprise's order", { change: { id: payments.foreign.orderId } }, notFound),
    by('a colleague of the merchant', plain, notFound),
    by("another enterprise's owner", foreign.owner, notFound),
    refused(
      "by a colleague of the payer's, of a confidential flow",
      { by: partnerPlain.client, change: { id: payments.confidential.orderId } },
      notFound,
    ),
    refused(
      'by an administrator of the merchant, of a confidential flow',
      { by: unverified.client, change: { id: payments.confidential.orderId } },
      notFound,
    ),
    colleague === 'sees'
      ? accepted('by an administrator of the merchant', { by: unverified.client })
      : by('an administrator of the merchant', unverified, notFound),
  ];
}

const payDueList: TableMaker = ({ home, plain, foreign }) => ({
  ...reading,
  path: '/pay/payOrder/dueList',
  good: { by: home.owner.client, body: { listPageNo: 1, listPageSize: 10 } },
  rows: [
    ...wrongValues('listPageNo', 0, -1, 'x'),
    ...wrongValues('listPageSize', 0, 1001, 'x'),
    accepted('by a plain member', { by: plain.client }),
    accepted('by another enterprise', { by: foreign.owner.client }),
  ],
});

const payOrderQuery: TableMaker = (world) => ({
  ...reading,
  path: '/pay/payOrder/query',
  good: { by: world.partner.owner.client, body: { id: world.payments.paid.orderId } },
  rows: [
    ...orderRows(world, 'sees'),
    accepted('by the initiator', { by: world.home.owner.client }),
    accepted("by a colleague of the payer's", { by: world.partnerPlain.client }),
  ],
});

const payOrderCancel: TableMaker = (world) => {
  const { partner, payments } = world;
  return {
    ...paying,
    path: '/pay/payOrder/cancel',
    good: { by: partner.owner.client, body: { id: payments.spare.orderId } },
    rows: [
      ...orderRows(world, 'does not'),
      refused('a paid order', { change: { id: payments.paid.orderId } }, named('1110')),
      refused('a failed order', { change: { id: payments.failed.orderId } }, named('1111')),
      refused('a cancelled order', { change: { id: payments.cancelled.orderId } }, named('1111')),
    ],
  };
};

const payOrderAudit: TableMaker = (world) => {
  const { home, partner, foreign, plain, unverified, payments, unknownId } = world;
  return {
    ...paying,
    path: '/pay/payOrder/audit',
    good: { by: home.owner.client, body: { signerId: payments.offline.signerId, remark: '银行转账' } },
    rows: [
      ...wrongValues('signerId', 0, -1),
      withoutField('signerId'),
      ...wrongValues('remark', characters(501)),
      refused(
        'two participants',
        { change: { participantId: payments.due.signerId } },
        invalid('participantId'),
      ),
      refused('an unknown participant', { change: { signerId: unknownId } }, notFound),
      refused(
        "another enterprise's participant",
        { change: { signerId: payments.foreign.signerId } },
        notFound,
      ),
      by('the payer', partner.owner, denied),
      by('a colleague', plain, denied),
      by("another enterprise's owner", foreign.owner, notFound),
      refused(
        'by an administrator, of a confidential flow',
        { by: unverified.client, change: { signerId: payments.confidential.signerId } },
        notFound,
      ),
      ...dueRows(world, (signerId) => ({ signerId })),
    ],
  };
};

const getPayOpenId: TableMaker = ({ partner, payments, unknownId }) => {
  const channelModelId = payments.channels('chatAJSAPI');
  return {
    ...reading,
    caller: 'target',
    path: '/pay/payChannel/getPayOpenId',
    good: { by: partner.owner.client, body: { channelModelId, authCode: '0a1B2c', source: 'chatAh5' } },
    rows: [
      ...wrongValues('channelModelId', 0, -1),
      ...wrongValues('authCode', characters(513), 'invalid'),
      ...wrongValues('source', 'payAh5', 'pc'),
      ...fineValues('source', 'chatA'),
      refused('an unknown channel', { change: { channelModelId: unknownId } }, notFound),
      refused('a disabled channel', { change: { channelModelId: payments.disabled } }, notFound),
      refused(
        'a channel outside of apps',
        { change: { channelModelId: payments.channels('chatAQrCode'), source: 'pc' } },
        invalid('source'),
      ),
    ],
  };
};

const reversePayContractFee: TableMaker = (world) => {
  const { home, partner, partnerPlain, foreign, plain, payments, unknownId } = world;
  const about = (which: string, flowId: number, expected: Expected): Row =>
    refused(`${which} flow`, { change: { flowId } }, expected);
  return {
    ...paying,
    source: 'required',
    path: '/signTask/reversePayContractFee',
    good: { by: partnerPlain.client, body: { flowId: payments.personFee.flowId } },
    shape: {
      flowId: payments.personFee.flowId,
      participantId: payments.personFee.signerId,
      channelModelId: payments.platformChannel,
    },
    rows: [
      ...wrongValues('flowId', 0, -1),
      ...wrongValues('participantId', 0, unknownId, payments.personFee.initiatorSide),
      ...wrongValues('channelModelId', 0, -1),
      ...wrongValues('openId', characters(129)),
      ...wrongValues('source', characters(51)),
      ...wrongValues('returnUrl', 'shop.example'),
      ...[unknownId, payments.disabled, payments.channels('chatAQrCode')].map((channelModelId) =>
        refused(`channel ${channelModelId}`, { change: { channelModelId } }, named('1102')),
      ),
      refused('from inside an app without openId', { change: { source: 'chatA' } }, named('1105')),
      by('the initiator', home.owner, denied),
      by('a colleague of the initiator', plain, denied),
      by("the payer's enterprise, which takes no part", partner.owner, notFound),
      by("another enterprise's owner", foreign.owner, notFound),
      about('an unknown', unknownId, notFound),
      about("another enterprise's", payments.foreign.flowId, notFound),
      about('a revoked', payments.revokedFee.flowId, forbidden('FLOW_STATE')),
      refused(
        'a flow that the initiator pays for',
        { by: partner.owner.client, change: { flowId: payments.due.flowId } },
        forbidden('FLOW_STATE'),
      ),
    ],
  };
};

export const paymentTables: readonly TableMaker[] = [
  queryCorpHasPayChannel,
  queryChannelList,
  payOrderAdd,
  payOrderListByPage,
  payDueList,
  payOrderQuery,
  payOrderCancel,
  payOrderAudit,
  getPayOpenId,
  reversePayContractFee,
];
