/** Personal seals: decisions 3, last point. */
import { pixelBomb } from '../../support/pdf/png-chunks.js';
import { invalid, named, notOwnSession } from '../support/expected.js';
import type { TableMaker } from '../support/operation-table.js';
import { accepted, characters, fineValues, type Row, refused, wrongValues } from '../support/rows.js';
import type { World } from '../support/world.js';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const byAnApplication = refused('by an application', {}, notOwnSession);

/** Ids that are not seals of the acting member. */
const noSuchSeal = ({ ownSessions, personalSeals, seals, unknownId }: World): readonly Row[] =>
  [
    ['an unknown', unknownId],
    ['a deleted', personalSeals.deleted],
    ['a colleague’s', personalSeals.plain],
    ['the enterprise’s', seals.home],
    ['another enterprise’s', seals.foreign],
  ].map(([which, sealId]) =>
    refused(
      `${which} seal`,
      { by: ownSessions.owner, change: { sealId: sealId ?? 0 } },
      named('SEAL_NOT_FOUND'),
    ),
  );

const personalSealList: TableMaker = ({ home, plain }) => ({
  path: '/seal/personal/list',
  caller: 'member',
  source: 'optional',
  needsRight: false,
  writes: false,
  good: { by: home.owner.client, body: {} },
  rows: [accepted('by a plain member', { by: plain.client })],
});

const createByHandwriting: TableMaker = ({ home, plain, ownSessions, sealScan }) => ({
  path: '/seal/personal/createByHandwriting',
  caller: 'member',
  source: 'optional',
  needsRight: false,
  writes: true,
  good: {
    by: home.owner.client,
    session: ownSessions.owner,
    body: { image: `data:image/png;base64,${base64(sealScan)}`, sealName: '手写签名' },
  },
  rows: [
    ...wrongValues('sealName', ' ', characters(101)),
    byAnApplication,
    ...wrongValues('image', ' ', 'A'.repeat(700_001)),
    ...wrongValues(
      'image',
      'no picture',
      base64(Buffer.from('%PDF-1.7\n')),
      base64(sealScan.slice(0, 8)),
      base64(sealScan.slice(0, sealScan.length / 2)),
      base64(pixelBomb(50_000, 50_000)),
      base64(pixelBomb(4097, 1)),
    ).map((row) => ({ ...row, by: ownSessions.owner })),
    refused(
      'a bad name by a plain member',
      { by: plain.client, change: { sealName: ' ' } },
      invalid('sealName'),
    ),
  ],
});

const setDefault: TableMaker = (world) => ({
  path: '/seal/personal/setDefault',
  caller: 'member',
  source: 'optional',
  needsRight: false,
  writes: true,
  good: {
    by: world.home.owner.client,
    session: world.ownSessions.owner,
    body: { sealId: world.personalSeals.own },
  },
  rows: [
    byAnApplication,
    ...noSuchSeal(world),
    ...wrongValues('sealId', -1, '-1'),
    ...fineValues('sealId', 0, '0').map((row) => ({ ...row, by: world.ownSessions.owner })),
    refused('somebody else’s by a plain member', { by: world.ownSessions.plain }, named('SEAL_NOT_FOUND')),
  ],
});

const personalSealDelete: TableMaker = (world) => ({
  path: '/seal/personal/delete',
  caller: 'member',
  source: 'optional',
  needsRight: false,
  writes: true,
  good: {
    by: world.home.owner.client,
    session: world.ownSessions.owner,
    body: { sealId: world.personalSeals.unused },
  },
  rows: [
    byAnApplication,
    ...noSuchSeal(world),
    ...wrongValues('sealId', 0, -1, '-1'),
    refused('somebody else’s by a plain member', { by: world.ownSessions.plain }, named('SEAL_NOT_FOUND')),
  ],
});

export const personalSealTables: readonly TableMaker[] = [
  personalSealList,
  createByHandwriting,
  setDefault,
  personalSealDelete,
];
