/** Webhooks: decisions, "Webhooks". */
import { denied, forbidden, invalid, notFound } from '../support/expected.js';
import type { TableMaker } from '../support/operation-table.js';
import { characters, fineValues, type Row, refused, wrongValues } from '../support/rows.js';
import type { World } from '../support/world.js';

const common = { caller: 'member', source: 'optional', needsRight: true } as const;

/** Ids that are not webhooks of the enterprise. */
const noSuchWebhook = ({ webhooks, unknownId, plain }: World): readonly Row[] => [
  refused('an unknown webhook', { change: { webhookId: unknownId } }, notFound),
  refused('another enterprise’s webhook', { change: { webhookId: webhooks.foreign } }, notFound),
  refused(
    'the missing right before an unknown webhook',
    { by: plain.client, change: { webhookId: unknownId } },
    denied,
  ),
  ...wrongValues('webhookId', 0, -1, '-1'),
];

const wrongUrls = wrongValues(
  'url',
  'hooks.example.com',
  'ftp://hooks.example.com/',
  'https://user:secret@hooks.example.com/',
  'https://',
  'javascript:alert(1)',
  `https://hooks.example.com/${'x'.repeat(2000)}`,
);
const wrongTypes = [
  ...wrongValues('eventTypes[0]', 'flow.unknown', 'webhook.test', 'FLOW.COMPLETED', ' '),
  refused(
    'eventTypes of 51',
    { change: { eventTypes: Array.from({ length: 51 }, () => 'flow.signed') } },
    invalid('eventTypes'),
  ),
];

const add: TableMaker = ({ home }) => ({
  ...common,
  path: '/webhook/add',
  writes: true,
  good: {
    by: home.owner.client,
    body: {
      url: 'https://hooks.example.com/new',
      eventTypes: ['flow.completed', 'flow.signed'],
      remark: '生产',
    },
  },
  rows: [...wrongUrls, ...wrongTypes, ...wrongValues('remark', characters(201))],
});

const list: TableMaker = ({ home }) => ({
  ...common,
  path: '/webhook/list',
  writes: false,
  good: { by: home.owner.client, body: {} },
  rows: [],
});

const modify: TableMaker = (world) => ({
  ...common,
  path: '/webhook/modify',
  writes: true,
  good: {
    by: world.home.owner.client,
    body: {
      webhookId: world.webhooks.home,
      url: 'https://hooks.example.com/changed',
      eventTypes: ['flow.completed'],
      remark: '改',
      enabled: true,
    },
  },
  rows: [...noSuchWebhook(world), ...wrongUrls, ...wrongTypes, ...wrongValues('remark', characters(201))],
});

const remove: TableMaker = (world) => ({
  ...common,
  path: '/webhook/delete',
  writes: true,
  good: { by: world.home.owner.client, body: { webhookId: world.webhooks.unused } },
  rows: noSuchWebhook(world),
});

const rotateSecret: TableMaker = (world) => ({
  ...common,
  path: '/webhook/rotateSecret',
  writes: true,
  good: { by: world.home.owner.client, body: { webhookId: world.webhooks.home, overlapHours: 24 } },
  rows: [...noSuchWebhook(world), ...wrongValues('overlapHours', -1, 169, '169')],
});

const deliveryList: TableMaker = ({ home, webhooks, flows }) => ({
  ...common,
  path: '/webhook/deliveryList',
  writes: false,
  good: { by: home.owner.client, body: {} },
  rows: [
    ...wrongValues('webhookId', 0, -1),
    ...wrongValues('flowId', 0, -1),
    ...wrongValues('status', 'gone', 'PENDING'),
    ...wrongValues('eventType', 'flow.unknown'),
    ...wrongValues('listPageNo', 0, -1),
    ...wrongValues('listPageSize', 0, 1001),
    ...fineValues('status', '', 'pending', 'delivered', 'failed', 'withheld'),
    ...fineValues('eventType', '', 'webhook.test', 'flow.completed'),
    ...fineValues('webhookId', '', webhooks.home, webhooks.foreign),
    ...fineValues('flowId', '', flows.completed.flowId),
  ],
});

const deliveryInfo: TableMaker = (world) => ({
  ...common,
  path: '/webhook/deliveryInfo',
  writes: false,
  good: { by: world.home.owner.client, body: { deliveryId: world.webhooks.delivery } },
  rows: [
    refused('an unknown delivery', { change: { deliveryId: world.unknownId } }, notFound),
    refused(
      'another enterprise’s delivery',
      { change: { deliveryId: world.webhooks.foreignDelivery } },
      notFound,
    ),
    ...wrongValues('deliveryId', 0, -1),
  ],
});

const resend: TableMaker = (world) => ({
  ...common,
  path: '/webhook/resend',
  writes: true,
  good: {
    by: world.home.owner.client,
    body: { webhookId: world.webhooks.home, deliveryId: world.webhooks.delivery },
  },
  rows: [
    ...noSuchWebhook(world),
    refused('an unknown delivery', { change: { deliveryId: world.unknownId } }, notFound),
    refused(
      'a delivery of another webhook',
      { change: { deliveryId: world.webhooks.otherDelivery } },
      notFound,
    ),
    refused(
      'another enterprise’s delivery',
      { change: { deliveryId: world.webhooks.foreignDelivery } },
      notFound,
    ),
    refused('neither delivery nor time', { change: { deliveryId: undefined } }, invalid('deliveryId')),
    refused('delivery and time', { change: { failedSince: '2026-01-01' } }, invalid('deliveryId')),
    refused(
      'a disabled webhook',
      { change: { webhookId: world.webhooks.disabled } },
      forbidden('WEBHOOK_DISABLED'),
    ),
    ...wrongValues('deliveryId', 0, -1),
  ],
});

const test: TableMaker = (world) => ({
  ...common,
  path: '/webhook/test',
  writes: true,
  good: { by: world.home.owner.client, body: { webhookId: world.webhooks.home } },
  rows: [
    ...noSuchWebhook(world),
    refused(
      'a disabled webhook',
      { change: { webhookId: world.webhooks.disabled } },
      forbidden('WEBHOOK_DISABLED'),
    ),
  ],
});

export const webhookTables: readonly TableMaker[] = [
  add,
  list,
  modify,
  rotateSecret,
  deliveryList,
  deliveryInfo,
  resend,
  test,
  remove,
];
