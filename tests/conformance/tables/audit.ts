/** The audit, and the daily roots. */
import { denied, invalid, notFound } from '../support/expected.js';
import type { OperationTable, TableMaker } from '../support/operation-table.js';
import { accepted, fineValues, type Row, refused, wrongValues } from '../support/rows.js';

const reading = {
  caller: 'member',
  source: 'optional',
  needsRight: true,
  writes: false,
} as const satisfies Partial<OperationTable>;

const wrongFilters: readonly Row[] = [
  ...wrongValues('userId', 0, -1, 'x'),
  ...wrongValues('objectKind', 'house'),
  ...wrongValues('objectId', 'x'),
  ...wrongValues('source', 'telephone'),
  ...wrongValues('beginTime', 'yesterday'),
  ...wrongValues('endTime', 'tomorrow'),
  refused('an id without its kind', { change: { objectId: 7 } }, invalid('objectKind')),
  refused(
    'a reversed period',
    { change: { beginTime: '2026-02-01', endTime: '2026-01-01' } },
    invalid('beginTime', 'endTime'),
  ),
];

const list: TableMaker = ({ home, plain, foreign, seals }) => ({
  ...reading,
  path: '/audit/list',
  good: { by: home.owner.client, body: { listPageSize: 100, countLimit: 1000 } },
  rows: [
    ...wrongFilters,
    ...wrongValues('listPageNo', 0, -1),
    ...wrongValues('listPageSize', 0, 1001),
    ...wrongValues('countLimit', 0, -1),
    ...fineValues('source', 'console', 'commandLine', ''),
    ...fineValues('act', '', 'seal.create', 'no.such.act'),
    ...fineValues('userId', String(home.owner.userId), foreign.owner.userId),
    accepted('of a seal', { change: { objectKind: 'seal', objectId: seals.foreign } }),
    accepted('of all seals', { change: { objectKind: 'seal' } }),
    refused('by a plain member', { by: plain.client }, denied),
  ],
});

const exported: TableMaker = ({ home, plain }) => ({
  ...reading,
  path: '/audit/export',
  good: { by: home.owner.client, body: {} },
  rows: [
    ...wrongFilters,
    refused('what nothing fits', { change: { act: 'no.such.act' } }, notFound),
    refused('by a plain member', { by: plain.client }, denied),
  ],
});

const chain: TableMaker = ({ home, plain }) => ({
  ...reading,
  path: '/audit/chain',
  good: { by: home.owner.client, body: {} },
  rows: [refused('by a plain member', { by: plain.client }, denied)],
});

const removalList: TableMaker = ({ home, plain }) => ({
  ...reading,
  path: '/audit/removalList',
  good: { by: home.owner.client, body: {} },
  rows: [
    ...wrongValues('listPageNo', 0, -1),
    ...wrongValues('listPageSize', 0, 1001),
    refused('by a plain member', { by: plain.client }, denied),
  ],
});

const rootList: TableMaker = ({ home, plain }) => ({
  ...reading,
  path: '/evidence/rootList',
  good: { by: home.owner.client, body: {} },
  rows: [
    ...wrongValues('listPageNo', 0, -1),
    ...wrongValues('listPageSize', 0, 1001),
    refused('by a plain member', { by: plain.client }, denied),
  ],
});

export const auditTables: readonly TableMaker[] = [list, exported, chain, removalList, rootList];
