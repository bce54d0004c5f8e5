/** Suspending and resuming seals, who may use them, and the list of their uses. */
import { denied, forbidden, invalid, notFound } from '../support/expected.js';
import type { TableMaker } from '../support/operation-table.js';
import { accepted, characters, refused, wrongValues } from '../support/rows.js';
import { noSuchSeal } from './seals.js';

const sealUpdateStatus: TableMaker = (world) => ({
  path: '/seal/updateStatus',
  caller: 'member',
  source: 'optional',
  needsRight: true,
  writes: true,
  good: { by: world.home.owner.client, body: { sealId: world.seals.spare, status: 4, reason: '遗失' } },
  rows: [
    ...noSuchSeal(world),
    ...wrongValues('status', 0, 2, 3, 5, 'x'),
    ...wrongValues('reason', characters(201)),
    ...wrongValues('dryRun', 2, -1, 'x'),
    refused('without a reason', { change: { reason: undefined } }, invalid('reason')),
    refused(
      'to resume what the platform has suspended',
      { change: { sealId: world.seals.suspended, status: 1 } },
      forbidden('SEAL_NOT_USABLE'),
    ),
    accepted('the effect alone', { change: { dryRun: 1 } }),
  ],
});

const sealUsageList: TableMaker = ({ home, plain, seals }) => ({
  path: '/seal/usageList',
  caller: 'member',
  source: 'optional',
  needsRight: true,
  writes: false,
  good: { by: home.owner.client, body: { sealId: seals.home, listPageNo: 1, listPageSize: 10 } },
  rows: [
    ...wrongValues('basis', 'king', 1),
    ...wrongValues('outcome', 'done', 1),
    ...wrongValues('beginTime', 'yesterday'),
    ...wrongValues('endTime', 'tomorrow'),
    ...wrongValues('countLimit', 0, 1_000_001, 'x'),
    ...wrongValues('listPageNo', 0, -1, 'x'),
    ...wrongValues('listPageSize', 0, 1001, 'x'),
    refused(
      'an end before the beginning',
      { change: { beginTime: '2026-02-01 00:00:00', endTime: '2026-01-01 00:00:00' } },
      invalid('endTime'),
    ),
    accepted('a seal of nobody', { change: { sealId: seals.foreign } }),
    refused('by a plain member', { by: plain.client }, denied),
  ],
});

const sealAuthorMatrix: TableMaker = ({ home, plain }) => ({
  path: '/seal/authorMatrix',
  caller: 'member',
  source: 'optional',
  needsRight: true,
  writes: false,
  good: { by: home.owner.client, body: { listPageNo: 1, listPageSize: 10 } },
  rows: [
    ...wrongValues('endsBefore', 'tomorrow'),
    ...wrongValues('listPageNo', 0, -1, 'x'),
    ...wrongValues('listPageSize', 0, 101, 'x'),
    accepted('a name of nobody', { change: { keyword: '无此人' } }),
    refused('by a plain member', { by: plain.client }, denied),
  ],
});

const exportAuthorMatrix: TableMaker = ({ home, plain }) => ({
  path: '/seal/exportAuthorMatrix',
  caller: 'member',
  source: 'optional',
  needsRight: true,
  writes: false,
  good: { by: home.owner.client, body: {} },
  rows: [
    ...wrongValues('endsBefore', 'tomorrow'),
    refused('a name of nobody', { change: { keyword: '无此人' } }, notFound),
    refused('by a plain member', { by: plain.client }, denied),
  ],
});

export const sealUseTables: readonly TableMaker[] = [
  sealUpdateStatus,
  sealUsageList,
  sealAuthorMatrix,
  exportAuthorMatrix,
];
