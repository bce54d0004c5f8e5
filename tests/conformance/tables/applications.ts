/** Applications of an enterprise. */
import { denied, invalid, notFound } from '../support/expected.js';
import type { OperationTable, TableMaker } from '../support/operation-table.js';
import { accepted, characters, type Row, refused, wrongValues } from '../support/rows.js';
import type { World } from '../support/world.js';

const common = {
  caller: 'member',
  source: 'optional',
  needsRight: true,
} as const satisfies Partial<OperationTable>;

const noSuchApplication = ({ foreign }: World): readonly Row[] => [
  refused('an unknown application', { change: { appId: 'no-such-application' } }, notFound),
  refused('another enterprise’s application', { change: { appId: foreign.appId } }, notFound),
];

const wrongLists: readonly Row[] = [
  ...wrongValues('allowList', '10.0.0.1', 7),
  refused(
    'an address that is none',
    { change: { allowList: ['10.0.0.0/8', '300.1.1.1'] } },
    invalid('allowList[1]'),
  ),
  refused('a range that is none', { change: { allowList: ['10.0.0.0/33'] } }, invalid('allowList[0]')),
];

const list: TableMaker = ({ home, plain }) => ({
  ...common,
  path: '/application/list',
  writes: false,
  good: { by: home.owner.client, body: {} },
  rows: [
    ...wrongValues('listPageNo', 0, -1),
    ...wrongValues('listPageSize', 0, 1001),
    refused('by a plain member', { by: plain.client }, denied),
  ],
});

const create: TableMaker = ({ home, plain }) => ({
  ...common,
  path: '/application/create',
  writes: true,
  good: { by: home.owner.client, body: { name: 'ERP', allowList: ['10.2.0.0/16', '::1'] } },
  rows: [
    ...wrongLists,
    ...wrongValues('name', '', ' ', characters(101)),
    refused('by a plain member', { by: plain.client }, denied),
  ],
});

const modify: TableMaker = (world) => ({
  ...common,
  path: '/application/modify',
  writes: true,
  good: {
    by: world.home.owner.client,
    body: { appId: world.credentials.spare, name: '改名', allowList: ['127.0.0.1'] },
  },
  rows: [
    ...noSuchApplication(world),
    ...wrongLists,
    ...wrongValues('name', ' ', characters(101)),
    refused('nothing', { change: { name: undefined, allowList: undefined } }, invalid('name')),
    refused('by a plain member', { by: world.plain.client }, denied),
  ],
});

const rotateSecret: TableMaker = (world) => ({
  ...common,
  path: '/application/rotateSecret',
  writes: true,
  good: {
    by: world.home.owner.client,
    body: { appId: world.credentials.spare, overlapHours: 24 },
  },
  rows: [
    ...noSuchApplication(world),
    ...wrongValues('overlapHours', -1, 169, '169'),
    refused('by a plain member', { by: world.plain.client }, denied),
  ],
});

const updateStatus: TableMaker = (world) => ({
  ...common,
  path: '/application/updateStatus',
  writes: true,
  good: {
    by: world.home.owner.client,
    body: { appId: world.credentials.spare, status: 'disabled' },
  },
  rows: [
    ...noSuchApplication(world),
    ...wrongValues('status', 'gone', 1),
    refused('by a plain member', { by: world.plain.client }, denied),
  ],
});

const test: TableMaker = (world) => ({
  ...common,
  path: '/application/test',
  writes: false,
  good: { by: world.home.owner.client, body: { appId: world.home.appId } },
  rows: [
    ...noSuchApplication(world),
    accepted('with a wrong secret, whose refusal is the answer', { change: { appSecret: 'wrong' } }),
    accepted('of a disabled application', { change: { appId: world.credentials.disabled.appId } }),
    refused('by a plain member', { by: world.plain.client }, denied),
  ],
});

export const applicationTables: readonly TableMaker[] = [
  list,
  create,
  modify,
  rotateSecret,
  updateStatus,
  test,
];
