/** Seals: specification 4.2; decisions 3. */
import { denied, forbidden, invalid, named, notFound } from '../support/expected.js';
import type { TableMaker } from '../support/operation-table.js';
import { accepted, characters, fineValues, type Row, refused, wrongValues } from '../support/rows.js';
import type { World } from '../support/world.js';

/** No font has a glyph for a private-use character. */
const withoutGlyph = '合同\u{10fffd}章';

const templateSeal = {
  sealName: '新的公章',
  sealStyle: 1,
  categoryType: 'PUBLIC',
  sealTemplateStyle: 'round',
  sealHorizontalText: '合同专用章',
  sealBottomText: '1101080012345',
  sealColor: 'Red',
  sealAlpha: 0.9,
};

/** Creating and previewing a template seal have the same input. */
const faceRows: readonly Row[] = [
  ...wrongValues('sealName', ' ', characters(101)),
  ...wrongValues('sealStyle', 0, 2, 3, -1, '3'),
  ...wrongValues('categoryType', 'SECRET', 'PUBLIC,HR', 1),
  ...wrongValues('sealTemplateStyle', 'square', 'rectangle', 1),
  ...wrongValues('sealColor', 'Green', '#ff0000', 'Re d'),
  ...wrongValues('sealAlpha', -0.1, 1.1, '1.01', 100),
  ...wrongValues('sealHorizontalText', characters(41), withoutGlyph),
  ...wrongValues('sealBottomText', characters(41), withoutGlyph),
];

const createSealByTemplate: TableMaker = ({ home, plain }) => ({
  path: '/seal/createSealByTemplate',
  caller: 'member',
  source: 'optional',
  needsRight: true,
  writes: true,
  good: { by: home.owner.client, body: templateSeal },
  rows: [
    ...faceRows,
    refused('a name that is taken', { change: { sealName: '合同专用章' } }, named('SEAL_NAME_EXIST')),
    refused('the name of a suspended seal', { change: { sealName: '停用的印章' } }, named('SEAL_NAME_EXIST')),
    refused(
      'a bad style before the missing right',
      { by: plain.client, change: { sealStyle: 3 } },
      invalid('sealStyle'),
    ),
    refused(
      'the missing right before a taken name',
      { by: plain.client, change: { sealName: '合同专用章' } },
      denied,
    ),
  ],
});

const corpPreView: TableMaker = ({ home }) => ({
  path: '/seal/corpPreView',
  caller: 'member',
  source: 'optional',
  needsRight: true,
  writes: true,
  good: { by: home.owner.client, body: templateSeal },
  rows: faceRows,
});

const imageSeal = {
  sealName: '扫描的公章',
  sealStyle: 3,
  categoryType: 'CONTRACT',
  sealTemplateStyle: 'round',
};

const createSealByImage: TableMaker = ({ home, partner, plain }) => ({
  path: '/seal/createSealByImage',
  caller: 'member',
  source: 'optional',
  needsRight: true,
  writes: true,
  good: { by: home.owner.client, body: imageSeal },
  rows: [
    ...wrongValues('sealName', ' ', characters(101)),
    ...wrongValues('sealStyle', 0, 1, 2, -3, '1'),
    ...wrongValues('categoryType', 'SECRET', 'PUBLIC,HR', 1),
    ...wrongValues('sealTemplateStyle', 'square', 'round,oval', 1),
    refused('a name that is taken', { change: { sealName: '合同专用章' } }, named('SEAL_NAME_EXIST')),
    refused('without an upload', { by: partner.owner.client }, named('SEAL_IMAGE_NOT_FOUND')),
    refused(
      'without an upload, with a name that is taken',
      { by: partner.owner.client, change: { sealName: '合同专用章' } },
      named('SEAL_IMAGE_NOT_FOUND'),
    ),
    refused(
      'a bad style before the missing right',
      { by: plain.client, change: { sealStyle: 1 } },
      invalid('sealStyle'),
    ),
  ],
});

const uploadSealFilePreView: TableMaker = ({ home, plain, sealImages, uploads }) => {
  const { fileName, httpUrl } = sealImages.home;
  const notOurs = (what: string, address: string): Row =>
    refused(what, { change: { httpUrl: address } }, named('IMAGE_PROCESS_ERROR'));
  return {
    path: '/seal/uploadSealFilePreView',
    caller: 'member',
    source: 'optional',
    needsRight: true,
    writes: true,
    good: {
      by: home.owner.client,
      body: { fileName, httpUrl, sealColor: 'Blue', sealAlpha: 0.5 },
    },
    rows: [
      ...wrongValues('fileName', ' ', characters(256)),
      ...wrongValues('httpUrl', ' ', characters(4001)),
      ...wrongValues('sealColor', 'Green', '#0000ff', 'Blu e'),
      ...wrongValues('sealAlpha', -0.1, 1.1, '2', 255),
      notOurs('an address of another server', 'http://127.0.0.1:9/seal.png'),
      notOurs('an address of another scheme', 'file:///etc/hostname'),
      notOurs('a path', '/files/x'),
      notOurs('a storage key', sealImages.home.fileUrl),
      notOurs('the image of another enterprise', sealImages.foreign.httpUrl),
      notOurs('a link with another end', `${httpUrl}A`),
      notOurs('a link with a query', `${httpUrl}?a=1`),
      notOurs('a link that nobody signed', httpUrl.replace(/[^/]*$/, 'W10.AAAA')),
      notOurs('a contract’s key', uploads.home.fileUrl),
      refused(
        'a bad color before the missing right',
        { by: plain.client, change: { sealColor: 'Green' } },
        invalid('sealColor'),
      ),
      refused(
        'the missing right before a bad address',
        { by: plain.client, change: { httpUrl: 'http://127.0.0.1:9/' } },
        denied,
      ),
    ],
  };
};

const getSealListByPage: TableMaker = ({ home, plain, seals }) => ({
  path: '/seal/getSealListByPage',
  caller: 'member',
  source: 'optional',
  needsRight: false,
  writes: false,
  good: { by: home.owner.client, body: { listPageNo: 1, listPageSize: 10 } },
  rows: [
    ...wrongValues('listPageNo', 0, -1, '0', 'x'),
    ...wrongValues('listPageSize', 0, -1, 1001, '1001', 'x'),
    ...wrongValues('sealId', 0, -1),
    ...wrongValues('sealStatus', 0, 5, '5'),
    ...wrongValues('categoryType', 'SECRET', 3),
    accepted('by a plain member', { by: plain.client }),
    ...fineValues('sealId', seals.home, String(seals.home), seals.foreign),
    ...fineValues('sealStatus', 1, '4'),
    ...fineValues('categoryType', 'CONTRACT'),
    ...fineValues('sealName', '', '%', '_', 5, "'; drop table seals; --"),
    ...fineValues('listPageSize', 1, 1000),
    ...fineValues('listPageNo', 1000),
  ],
});

/** Ids that are not seals of the caller's enterprise. */
export const noSuchSeal: (world: World) => readonly Row[] = ({ seals, unknownId }) => [
  ...wrongValues('sealId', 0, -1, '-1'),
  ...[
    ['unknown', unknownId],
    ['of another enterprise', seals.foreign],
    ['of the counterparty', seals.partner],
    ['deleted', seals.deleted],
  ].map(([which, sealId]) =>
    refused(`${which} seal`, { change: { sealId: sealId ?? 0 } }, named('SEAL_NOT_FOUND')),
  ),
];

const sealModify: TableMaker = (world) => ({
  path: '/seal/modify',
  caller: 'member',
  source: 'optional',
  needsRight: true,
  writes: true,
  good: { by: world.home.owner.client, body: { sealId: world.seals.home, sealName: '改名的章' } },
  rows: [
    ...noSuchSeal(world),
    ...wrongValues('sealName', ' ', characters(101)),
    refused('the name of another seal', { change: { sealName: '停用的印章' } }, named('SEAL_NAME_EXIST')),
    refused(
      'the missing right before an unknown seal',
      { by: world.plain.client, change: { sealId: world.unknownId } },
      denied,
    ),
    refused(
      'an unknown seal before a taken name',
      { change: { sealId: world.unknownId, sealName: '停用的印章' } },
      named('SEAL_NOT_FOUND'),
    ),
  ],
});

const updDefault: TableMaker = (world) => ({
  path: '/seal/updDefault',
  caller: 'member',
  source: 'optional',
  needsRight: true,
  writes: true,
  good: { by: world.home.owner.client, body: { sealId: world.seals.spare } },
  rows: [
    ...noSuchSeal(world),
    refused('a suspended seal', { change: { sealId: world.seals.suspended } }, forbidden('SEAL_NOT_USABLE')),
  ],
});

const getSealInfo: TableMaker = (world) => ({
  path: '/seal/getSealInfo',
  caller: 'member',
  source: 'optional',
  needsRight: false,
  writes: false,
  good: { by: world.home.owner.client, body: { sealId: world.seals.home } },
  rows: [
    ...noSuchSeal(world),
    accepted('by a plain member', { by: world.plain.client }),
    accepted('a suspended seal', { change: { sealId: world.seals.suspended } }),
  ],
});

const designated = ({ templates }: World) => ({
  authorRange: 1,
  templatesList: [{ templateId: templates.contract.templateId, templateName: '采购合同' }],
});

const cancelSealAuthor: TableMaker = (world) => ({
  path: '/seal/cancelSealAuthor',
  caller: 'member',
  source: 'optional',
  needsRight: true,
  writes: true,
  good: { by: world.home.owner.client, body: { id: world.authorisations.ended } },
  rows: [
    ...wrongValues('id', 0, -1, '1.5'),
    refused('an unknown record', { change: { id: world.unknownId } }, notFound),
    refused('another enterprise’s', { change: { id: world.authorisations.foreign } }, notFound),
    refused('a seal', { change: { id: world.seals.home } }, notFound),
    refused(
      'the missing right before an unknown record',
      { by: world.plain.client, change: { id: world.unknownId } },
      denied,
    ),
  ],
});

const modifySealAuthor: TableMaker = (world) => ({
  path: '/seal/modifySealAuthor',
  caller: 'member',
  source: 'optional',
  needsRight: true,
  writes: true,
  good: {
    by: world.home.owner.client,
    body: { id: world.authorisations.spare, expireTime: '2099-12-31 23:59:59', examinerNotify: 1 },
  },
  shape: {
    ...{ id: world.authorisations.spare, expireTime: '2099-12-31 23:59:59', autoSign: 0 },
    ...{ authType: 'sms', verifyCode: '123456', examinerNotify: 1 },
  },
  rows: [
    ...wrongValues('id', 0, -1, '1.5'),
    ...wrongValues('expireTime', '2020-01-01', 'tomorrow'),
    ...wrongValues('autoSign', 2, -1),
    ...wrongValues('examinerNotify', 2, -1),
    ...wrongValues('authType', 'pwd'),
    refused(
      'without a change',
      { change: { expireTime: undefined, examinerNotify: undefined } },
      invalid('expireTime'),
    ),
    refused('an unknown record', { change: { id: world.unknownId } }, notFound),
    refused('another enterprise’s', { change: { id: world.authorisations.foreign } }, notFound),
    refused(
      'the missing right before an unknown record',
      { by: world.plain.client, change: { id: world.unknownId } },
      denied,
    ),
  ],
});

const addSealAuthor: TableMaker = (world) => ({
  path: '/seal/addSealAuthor',
  caller: 'member',
  source: 'optional',
  needsRight: true,
  writes: true,
  good: {
    by: world.home.owner.client,
    body: {
      sealId: world.seals.spare,
      authorMemberRange: 1,
      userIdList: [{ userId: world.plain.userId }, { userId: world.newcomer.userId }],
      authorRole: 'SEAL_USER',
      ...designated(world),
      effectiveTime: '2098-01-01 00:00:00',
      expireTime: '2098-12-31',
      autoSign: 0,
      examinerNotify: 1,
    },
  },
  rows: [
    ...noSuchSeal(world),
    ...wrongValues('authorMemberRange', 0, 2, '0'),
    ...wrongValues('authorRole', 'SEAL_ADMIN', 'SEAL_USER,SEAL_EXAMINER', 1),
    ...wrongValues('authorRange', -1, 2, '2'),
    ...wrongValues('autoSign', -1, 2),
    // A password that an application has set is no consent.
    ...wrongValues('authType', 'pwd', 'face', 'code'),
    refused(
      'automatic placement for all contracts',
      { change: { autoSign: 1, authorRange: 0 } },
      invalid('authorRange'),
    ),
    refused('a proof without its code', { change: { autoSign: 1, authType: 'sms' } }, invalid('verifyCode')),
    ...wrongValues('examinerNotify', -1, 2),
    ...wrongValues('templatesList', [], null),
    ...wrongValues('templatesList[0].templateName', characters(201)),
    ...wrongValues(
      'templatesList[0].templateId',
      0,
      -1,
      world.unknownId,
      world.templates.foreign.templateId,
      world.seals.home,
    ),
    ...wrongValues(
      'userIdList[1].userId',
      0,
      -1,
      world.unknownId,
      world.foreign.owner.userId,
      world.deleted.userId,
      world.invited.userId,
    ),
    ...wrongValues('expireTime', '2098-01-01T00:00:00+08:00', '2097-12-31'),
    refused(
      'an end that has passed, effective at once',
      { change: { effectiveTime: undefined, expireTime: '2020-01-01' } },
      invalid('expireTime'),
    ),
    refused(
      'more users than a list holds',
      { change: { userIdList: Array.from({ length: 1001 }, () => ({ userId: world.plain.userId })) } },
      invalid('userIdList'),
    ),
    refused(
      'a user named twice',
      { change: { 'userIdList[1].userId': world.plain.userId } },
      named('AUTHOR_RULE_CONFLICT', 'userIdList[1].userId'),
    ),
    refused(
      'a user who holds the same for all contracts',
      { change: { 'userIdList[1].userId': world.home.owner.userId } },
      named('AUTHOR_RULE_CONFLICT', 'userIdList[1].userId'),
    ),
    refused(
      'a bad role before the missing right',
      { by: world.plain.client, change: { authorRole: 'SEAL_ADMIN' } },
      invalid('authorRole'),
    ),
    refused(
      'the missing right before an unknown seal',
      { by: world.plain.client, change: { sealId: world.unknownId } },
      denied,
    ),
    refused(
      'missing templates before an unknown seal',
      { change: { sealId: world.unknownId, templatesList: undefined } },
      invalid('templatesList'),
    ),
    refused(
      'an unknown seal before an unknown user',
      { change: { sealId: world.unknownId, 'userIdList[0].userId': world.unknownId } },
      named('SEAL_NOT_FOUND'),
    ),
    refused(
      'an unknown user before an unknown template',
      {
        change: {
          'userIdList[0].userId': world.unknownId,
          'templatesList[0].templateId': world.unknownId,
        },
      },
      invalid('userIdList[0].userId'),
    ),
  ],
});

const getSealAuthorList: TableMaker = (world) => ({
  path: '/seal/getSealAuthorList',
  caller: 'member',
  source: 'optional',
  needsRight: false,
  writes: false,
  good: {
    by: world.home.owner.client,
    body: { sealId: world.seals.spare, listPageNo: 1, listPageSize: 10 },
  },
  rows: [
    ...noSuchSeal(world),
    ...wrongValues('listPageNo', 0, -1, '0', 'x'),
    ...wrongValues('listPageSize', 0, -1, 1001, '1001', 'x'),
    accepted('by a plain member', { by: world.plain.client }),
    accepted('of a seal without authorisations', { change: { sealId: world.seals.suspended } }),
    ...fineValues('listPageSize', 1, 1000),
    ...fineValues('listPageNo', 1000),
  ],
});

const sealDelete: TableMaker = (world) => ({
  path: '/seal/delete',
  caller: 'member',
  source: 'optional',
  needsRight: true,
  writes: true,
  good: { by: world.home.owner.client, body: { sealId: world.seals.unused } },
  rows: [
    ...noSuchSeal(world),
    refused(
      'a seal that is placed automatically in an open flow',
      { change: { sealId: world.seals.automatic } },
      named('SEAL_DELETE_FAILED'),
    ),
    refused(
      'the missing right before an unknown seal',
      { by: world.plain.client, change: { sealId: world.unknownId } },
      denied,
    ),
  ],
});

export const sealTables: readonly TableMaker[] = [
  createSealByTemplate,
  createSealByImage,
  corpPreView,
  uploadSealFilePreView,
  getSealListByPage,
  getSealInfo,
  addSealAuthor,
  modifySealAuthor,
  cancelSealAuthor,
  getSealAuthorList,
  sealDelete,
  sealModify,
  updDefault,
];
