/** Pay channels, refunds and statements: decisions, "Pay channels and reconciliation". */
import { denied, named, notFound } from '../support/expected.js';
import type { OperationTable, TableMaker } from '../support/operation-table.js';
import { characters, fineValues, type Row, refused, wrongValues } from '../support/rows.js';
import type { World } from '../support/world.js';

const managing = {
  caller: 'member',
  source: 'optional',
  needsRight: true,
  writes: true,
} as const satisfies Partial<OperationTable>;
const reading = { ...managing, writes: false } as const;

/** Ids that are not channels of the enterprise. */
const noSuchChannel = ({ payments, unknownId, plain }: World): readonly Row[] => [
  refused('an unknown channel', { change: { channelModelId: unknownId } }, notFound),
  refused('another enterprise’s channel', { change: { channelModelId: payments.foreignChannel } }, notFound),
  refused('the platform’s channel', { change: { channelModelId: payments.platformChannel } }, notFound),
  refused(
    'the missing right before an unknown channel',
    { by: plain.client, change: { channelModelId: unknownId } },
    denied,
  ),
  ...wrongValues('channelModelId', 0, -1),
];

const merchantRows: readonly Row[] = [
  ...wrongValues('appId', ' ', characters(101)),
  ...wrongValues('merchantAccount', ' ', characters(101)),
  ...wrongValues('merchantType', 4, -1),
  ...wrongValues('feeRate', -1, 1001),
  ...wrongValues('keys.privateKey', 'no key'),
];

const list: TableMaker = ({ home }) => ({
  ...reading,
  path: '/pay/payChannel/list',
  good: { by: home.owner.client, body: {} },
  rows: [],
});

const add: TableMaker = ({ home }) => ({
  ...managing,
  path: '/pay/payChannel/add',
  good: {
    by: home.owner.client,
    body: {
      ...{ payTypeCode: 'payAMobile', appId: '2021000000000001', merchantAccount: '2088102112345678' },
      ...{ merchantType: 2, feeRate: 60 },
    },
  },
  shape: {
    ...{ payTypeCode: 'payAMobile', appId: '2021000000000001', merchantAccount: '2088102112345678' },
    ...{ merchantType: 2, feeRate: 60, keys: { privateKey: 'no key' } },
  },
  rows: [
    ...merchantRows,
    ...wrongValues('payTypeCode', 'cash', 'NATIVE'),
    refused('a method that has a channel', { change: { payTypeCode: 'chatAQrCode' } }, named('1106')),
  ],
});

const modify: TableMaker = (world) => ({
  ...managing,
  path: '/pay/payChannel/modify',
  good: {
    by: world.home.owner.client,
    body: {
      channelModelId: world.payments.channels('chatAQrCode'),
      ...{ appId: 'app-chatAQrCode', merchantAccount: '1900000001', merchantType: 2 },
      ...{ feeRate: 60, enabled: true },
    },
  },
  shape: {
    channelModelId: world.payments.channels('chatAQrCode'),
    ...{ appId: 'app-chatAQrCode', merchantAccount: '1900000001', merchantType: 2 },
    ...{ feeRate: 60, enabled: true, keys: { privateKey: 'no key' } },
  },
  rows: [...noSuchChannel(world), ...merchantRows],
});

const run: TableMaker = (world) => ({
  ...reading,
  path: '/pay/payChannel/test',
  good: { by: world.home.owner.client, body: { channelModelId: world.payments.channels('chatAQrCode') } },
  rows: noSuchChannel(world),
});

const refund: TableMaker = (world) => {
  const { home, payments, unknownId } = world;
  const about = (which: string, id: number): Row => refused(which, { change: { id } }, named('1112'));
  return {
    ...managing,
    path: '/pay/payOrder/refund',
    good: { by: home.owner.client, body: { id: payments.refundable.orderId, reason: '客户退货' } },
    rows: [
      ...wrongValues('id', 0, -1),
      ...wrongValues('reason', ' ', characters(81)),
      refused('an unknown order', { change: { id: unknownId } }, notFound),
      refused('another enterprise’s order', { change: { id: payments.foreign.orderId } }, notFound),
      refused(
        'the payer’s own order',
        { by: world.partner.owner.client, change: { id: payments.paid.orderId } },
        notFound,
      ),
      about('an open order', payments.open.orderId),
      about('a failed order', payments.failed.orderId),
      about('a cancelled order', payments.cancelled.orderId),
    ],
  };
};

const reconciliation: TableMaker = (world) => ({
  ...reading,
  path: '/pay/payOrder/reconciliation',
  good: {
    by: world.home.owner.client,
    body: { beginDate: '2026-11-01', endDate: '2026-11-19' },
  },
  shape: {
    ...{ beginDate: '2026-11-01', endDate: '2026-11-19' },
    channelModelId: world.payments.channels('chatAQrCode'),
  },
  rows: [
    ...wrongValues('beginDate', '2026-11-31', '2026-13-01', '01.11.2026', '2026-11-01 00:00:00'),
    ...wrongValues('endDate', '2026-10-31', '2026-12-02', '2026-02-30'),
    ...fineValues('endDate', '2026-11-01', '2026-12-01'),
    ...noSuchChannel(world),
  ],
});

export const payChannelTables: readonly TableMaker[] = [list, add, modify, run, refund, reconciliation];
