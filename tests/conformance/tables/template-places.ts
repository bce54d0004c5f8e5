/** Proposed and moved controls: our own, for the designer. */
import type { TableMaker } from '../support/operation-table.js';
import { accepted, fineValues, wrongValues } from '../support/rows.js';
import type { World } from '../support/world.js';

const notOurs = (path: string, { uploads }: World) =>
  wrongValues(
    path,
    uploads.foreign.fileUrl,
    'files/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.pdf',
    '../../../etc/passwd',
    'https://example.com/contract.pdf',
  );

const party = { participantFlag: '甲方', participantType: 1 };
const control = { pageNum: 1, positionX: 400, positionY: 800, specialAttribute: { width: 160, height: 24 } };

const suggestComponents: TableMaker = (world) => ({
  path: '/template/suggestComponents',
  caller: 'member',
  source: 'optional',
  needsRight: false,
  writes: false,
  good: {
    by: world.home.owner.client,
    body: { fileUrl: world.uploads.blank.fileUrl, parties: [party], components: [control] },
  },
  rows: [
    ...notOurs('fileUrl', world),
    ...wrongValues(
      'parties',
      [],
      Array.from({ length: 51 }, () => party),
    ),
    ...wrongValues('parties[0].participantFlag', '', 'x'.repeat(101)),
    ...wrongValues('parties[0].participantType', 2),
    ...wrongValues('fileIndex', -1),
    ...wrongValues('components[0].pageNum', 0),
    ...wrongValues('components[0].specialAttribute.width', 0, 20_001),
    ...fineValues('components[0].pageNum', 99),
    accepted('by a plain member, who may place controls on a draft', { by: world.plain.client }),
  ],
});

const moveComponents: TableMaker = (world) => ({
  path: '/template/moveComponents',
  caller: 'member',
  source: 'optional',
  needsRight: false,
  writes: false,
  good: {
    by: world.home.owner.client,
    body: {
      fromFileUrl: world.uploads.blank.fileUrl,
      toFileUrl: world.uploads.blank.fileUrl,
      components: [{ ...control, keyword: '甲方（盖章）', keywordIndex: 1 }],
    },
  },
  tolerated: [{ field: 'components', allows: 'blank', because: 'a file without controls moves none' }],
  rows: [
    ...notOurs('fromFileUrl', world),
    ...notOurs('toFileUrl', world),
    ...wrongValues('components[0].pageNum', 0),
    ...wrongValues('components[0].keywordIndex', 0),
    ...wrongValues('components[0].specialAttribute.signStyle', 3),
    ...fineValues('components[0].positionX', -5, 100_000),
    ...fineValues('components[0].pageNum', 99),
    accepted('by a plain member, who may place controls on a draft', { by: world.plain.client }),
  ],
});

export const templatePlaceTables: readonly TableMaker[] = [suggestComponents, moveComponents];
