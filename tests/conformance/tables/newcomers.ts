/** Requests to join an enterprise: decisions 6 ("Parties that are not here yet"). */
import { denied, named } from '../support/expected.js';
import type { TableMaker } from '../support/operation-table.js';
import { fineValues, refused, wrongValues } from '../support/rows.js';

const joinRequests: TableMaker = ({ home }) => ({
  path: '/member/joinRequests',
  caller: 'member',
  source: 'optional',
  needsRight: true,
  writes: false,
  good: { by: home.owner.client, body: { listPageNo: 1, listPageSize: 10 } },
  rows: [
    ...wrongValues('listPageNo', 0, -1, '0', 'x'),
    ...wrongValues('listPageSize', 0, -1, 1001, '1001', 'x'),
    ...fineValues('listPageNo', '1', 1000),
    ...fineValues('listPageSize', 1, '1000'),
  ],
});

const acceptJoin: TableMaker = ({ home, plain, invited, applicants, unknownId }) => ({
  path: '/member/acceptJoin',
  caller: 'member',
  source: 'optional',
  needsRight: true,
  writes: true,
  good: { by: home.owner.client, body: { userId: applicants.home, accept: true } },
  rows: [
    ...wrongValues('userId', 0, -1, 'x'),
    ...wrongValues('accept', 2, 'yes', ' '),
    ...(
      [
        ['nobody', unknownId],
        ['a member, who asked for nothing', plain.userId],
        ['who is only invited', invited.userId],
        ['who asked another enterprise', applicants.foreign],
      ] as const
    ).map(([who, userId]) => refused(`userId of ${who}`, { change: { userId } }, named('MEMBER_NOT_FOUND'))),
    refused('the missing right before nobody', { by: plain.client, change: { userId: unknownId } }, denied),
  ],
});

export const newcomerTables: readonly TableMaker[] = [joinRequests, acceptJoin];
