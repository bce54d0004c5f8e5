/** What a leaving member hands over. */
import { denied, named } from '../support/expected.js';
import type { TableMaker } from '../support/operation-table.js';
import { characters, refused, wrongValues } from '../support/rows.js';

const memberDuties: TableMaker = ({ home, plain, unverified, partner, deleted, unknownId }) => ({
  path: '/member/duties',
  caller: 'member',
  source: 'optional',
  needsRight: true,
  writes: false,
  good: { by: home.owner.client, body: { userId: plain.userId } },
  rows: [
    ...wrongValues('userId', 0, -1, 'x'),
    ...[unknownId, partner.owner.userId, deleted.userId].map((userId) =>
      refused(`userId ${userId}`, { change: { userId } }, named('MEMBER_NOT_FOUND')),
    ),
    refused(
      'of the owner, by an administrator',
      { by: unverified.client, change: { userId: home.owner.userId } },
      denied,
    ),
    refused('the missing right before nobody', { by: plain.client, change: { userId: unknownId } }, denied),
  ],
});

const memberHandOver: TableMaker = ({ home, plain, unverified, partner, deleted, flows, unknownId }) => {
  const item = { kind: 'initiated', id: String(flows.handable.flowId), toUserId: plain.userId };
  return {
    path: '/member/handOver',
    caller: 'member',
    source: 'optional',
    needsRight: true,
    writes: true,
    good: { by: home.owner.client, body: { userId: home.owner.userId, items: [item] } },
    rows: [
      ...wrongValues('userId', 0, -1, 'x'),
      ...wrongValues(
        'items',
        [],
        [{ ...item, kind: 'seal' }],
        [{ ...item, id: '' }],
        [{ ...item, id: characters(65) }],
        [{ ...item, toUserId: 'x' }],
        Array.from({ length: 101 }, () => item),
      ),
      ...[unknownId, partner.owner.userId, deleted.userId].map((userId) =>
        refused(`userId ${userId}`, { change: { userId } }, named('MEMBER_NOT_FOUND')),
      ),
      refused('of the owner, by an administrator', { by: unverified.client }, denied),
      refused('the missing right before nobody', { by: plain.client, change: { userId: unknownId } }, denied),
    ],
  };
};

export const handOverTables: readonly TableMaker[] = [memberDuties, memberHandOver];
