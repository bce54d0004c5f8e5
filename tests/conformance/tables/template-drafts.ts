/** Drafts of templates, publishing them, and earlier versions. */
import { conflict, denied, invalid, named, notFound } from '../support/expected.js';
import type { OperationTable, TableMaker } from '../support/operation-table.js';
import { accepted, characters, fineValues, type Row, refused, wrongValues } from '../support/rows.js';
import type { World } from '../support/world.js';

const own = {
  caller: 'member',
  source: 'optional',
  needsRight: true,
} as const satisfies Partial<OperationTable>;

const unknownDraft = 'no-such-draft';
const wrongIds = wrongValues('draftId', 'short', 'with space', 'a'.repeat(65));

/** What the acting member may see: neither an unknown template nor one of another enterprise. */
const noTemplates = ({ unknownId, templates }: World): readonly Row[] =>
  [unknownId, templates.foreign.templateId].map((templateId) =>
    refused(`template ${templateId}`, { change: { templateId } }, named('TEMPLATE_NOT_FOUND')),
  );

/** Not saved yet by any row that is refused. */
const freshDraft = 'fresh-template-draft';
const keptDraft = 'kept-template-draft';

const bodyOf = ({ home, foreign, uploads }: World, templateName: string) => ({
  templateName,
  encryptFlag: 1,
  participantList: [
    {
      participantFlag: '甲方',
      participantType: 1,
      participateBizType: ['1', '2'],
      participantSetMode: 1,
      psnAccount: home.owner.mobile,
      psnName: home.owner.realName,
      participantCorpName: home.corpName,
      draftSort: 1,
      signOrder: 1,
    },
  ],
  contractFileList: [{ ...uploads.home }],
  copierList: [
    { copierType: 0, psnAccount: foreign.owner.mobile, psnName: foreign.owner.realName },
    { copierType: 1, corpName: foreign.corpName },
  ],
  attachmentList: [{ fileName: '附件.pdf', fileUrl: uploads.home.fileUrl }],
  components: [
    {
      participantFlag: '甲方',
      fileIndex: 0,
      componentKey: 'k1',
      componentName: '备注',
      componentType: 1,
      value: '默认值',
      required: 0,
      positionX: 100,
      positionY: 300,
      pageNum: 1,
      keyword: 'page 1 of',
      keywordIndex: 1,
      offsetX: 10,
      offsetY: 40,
      specialAttribute: {
        dateFormat: 'yyyy-MM-dd',
        numberFormat: '#,##0',
        fractionDigits: 2,
        maxLength: '20',
        font: 'KaiTi',
        fontSize: 14,
        textColor: '#1a2B3c',
        bold: true,
        italic: false,
        underLine: false,
        lineThrough: false,
        alignment: 1,
        width: 160,
        height: 24,
        order: 1,
        sealSpecs: 1,
        showSignDate: 0,
        signStyle: 1,
      },
    },
  ],
});

const readDraft: TableMaker = (world) => ({
  ...own,
  path: '/template/draft',
  writes: true,
  good: { by: world.home.owner.client, body: { draftId: keptDraft, takeOver: true } },
  rows: [
    ...[world.unknownId, world.templates.foreign.templateId].map((templateId) =>
      refused(`template ${templateId}`, { body: { templateId } }, named('TEMPLATE_NOT_FOUND')),
    ),
    refused(
      'of another template',
      { change: { templateId: world.templates.contract.templateId } },
      invalid('templateId'),
    ),
    ...wrongIds,
    ...wrongValues('takeOver', 'x', 2),
    refused('one that does not exist', { change: { draftId: unknownDraft } }, notFound),
    accepted('a new one', { body: {} }),
    refused('without the right', { by: world.plain.client }, denied),
  ],
});

const draftList: TableMaker = ({ home }) => ({
  ...own,
  path: '/template/draftList',
  writes: false,
  good: { by: home.owner.client, body: {} },
  rows: [
    ...wrongValues('listPageNo', 0, -1, '0', 'x'),
    ...wrongValues('listPageSize', 0, -1, 1001, '1001', 'x'),
    ...fineValues('listPageSize', 1, '1000'),
  ],
});

const keepDraft: TableMaker = (world) => {
  const { templates, uploads } = world;
  return {
    ...own,
    path: '/template/keepDraft',
    writes: true,
    maxMebibytes: 4,
    good: {
      by: world.home.owner.client,
      body: { draftId: freshDraft, draftVersion: 0, draft: bodyOf(world, '') },
    },
    tolerated: [
      'draft.templateName',
      'draft.participantList',
      'draft.participantList[].participantFlag',
      'draft.participantList[].participateBizType',
      'draft.contractFileList',
      'draft.components',
      'draft.components[].participantFlag',
      'draft.components[].componentName',
    ].map((field) => ({ field, allows: 'blank', because: 'a draft may be incomplete' })),
    rows: [
      ...noTemplates(world),
      ...wrongIds,
      ...wrongValues('draftVersion', -1, 'x'),
      ...wrongValues('draft.templateName', characters(101)),
      ...wrongValues('draft.components[0].componentType', 0, -1, 'x'),
      ...wrongValues('draft.components[0].fileIndex', -1, 'x'),
      ...wrongValues('draft.contractFileList[0].fileUrl', uploads.foreign.fileUrl, 'files/a', ' '),
      ...wrongValues('draft.attachmentList[0].fileUrl', uploads.foreign.fileUrl, 'files/a', ' '),
      refused(
        'two templates',
        {
          change: { templateId: templates.spare.templateId, 'draft.templateId': templates.typed.templateId },
        },
        invalid('templateId'),
      ),
      refused(
        'of an older version',
        { change: { draftId: keptDraft, draftVersion: 7 } },
        conflict('DRAFT_CHANGED'),
      ),
      refused('of one that is gone', { change: { draftId: unknownDraft, draftVersion: 1 } }, notFound),
      refused(
        'of another template',
        { change: { draftId: keptDraft, draftVersion: 1, templateId: templates.contract.templateId } },
        invalid('templateId'),
      ),
    ],
  };
};

const deleteDraft: TableMaker = (world) => ({
  ...own,
  path: '/template/deleteDraft',
  writes: true,
  good: { by: world.home.owner.client, body: { draftId: 'unwanted-template-draft' } },
  rows: [
    ...noTemplates(world),
    ...wrongIds,
    refused(
      'of another template',
      { change: { draftId: keptDraft, templateId: world.templates.contract.templateId } },
      invalid('templateId'),
    ),
    accepted('one that does not exist', { change: { draftId: unknownDraft } }),
  ],
});

const publish: TableMaker = (world) => {
  const { home, plain, templates, uploads, unknownId } = world;
  const { contract, foreign } = templates;
  const place = {
    participantFlag: '甲方',
    fileIndex: 0,
    pageNum: 1,
    positionX: 10,
    positionY: 10,
    required: 1,
  };
  const control = {
    ...place,
    componentKey: 'k',
    componentName: '备注',
    componentType: 1,
    specialAttribute: {},
  };
  const seam = { ...place, componentName: '骑缝章', componentType: 6, specialAttribute: { signStyle: 2 } };
  const known = contract.files.flatMap(({ componentList }) => componentList.map((each) => each.componentId));
  return {
    ...own,
    path: '/template/publish',
    writes: true,
    maxMebibytes: 4,
    good: {
      by: home.owner.client,
      body: { ...bodyOf(world, '发布的模板'), note: '首次发布', draftId: 'draft-of-no-template' },
    },
    tolerated: [{ field: 'components', allows: 'blank', because: 'whoever signs may place freely' }],
    rows: [
      ...[unknownId, foreign.templateId].map((templateId) =>
        refused(`template ${templateId}`, { change: { templateId } }, named('TEMPLATE_NOT_FOUND')),
      ),
      refused('a name that is taken', { change: { templateName: '采购合同' } }, named('TEMPLATE_NAME_EXIST')),
      ...wrongValues('templateName', ' ', characters(101)),
      ...wrongValues('note', characters(201)),
      ...wrongIds,
      ...wrongValues('participantList[0].participantId', 0, unknownId),
      ...wrongValues('contractFileList[0].fileId', 0, unknownId),
      ...wrongValues('copierList[0].copierId', 0, unknownId),
      ...wrongValues('attachmentList[0].attachmentId', 0, unknownId),
      ...wrongValues('participantList[0].psnAccount', '123', ''),
      ...wrongValues('contractFileList[0].fileUrl', uploads.foreign.fileUrl, 'files/a', ' '),
      ...wrongValues('attachmentList[0].fileUrl', uploads.foreign.fileUrl, 'files/a', ' '),
      ...wrongValues('components[0].componentId', 0, -1, unknownId, known[0] ?? 0),
      ...wrongValues('components[0].participantFlag', '乙方', ' '),
      ...wrongValues('components[0].fileIndex', 1, -1),
      ...wrongValues('components[0].keyword', '丙方（盖章）'),
      ...wrongValues('components[0].keywordIndex', 0),
      ...wrongValues('components[0].offsetX', -1000, 10_000),
      ...wrongValues('components[0].value', characters(21), '\u{10fffd}'),
      ...wrongValues('components[0].required', 2, -1),
      ...wrongValues('components[0].specialAttribute.dateFormat', 'x'),
      refused(
        'one key twice',
        { change: { components: [control, control] } },
        invalid('components[1].componentKey'),
      ),
      refused(
        'two seams',
        { change: { components: [seam, seam] } },
        invalid('components[1].specialAttribute.signStyle'),
      ),
      refused('the draft of another template', { change: { draftId: keptDraft } }, invalid('draftId')),
      refused(
        'a template that was changed since',
        { change: { templateId: contract.templateId, updateTime: '2020-01-01 00:00:00' } },
        conflict('TEMPLATE_CHANGED'),
      ),
      refused(
        'the missing right before a template that is not there',
        { by: plain.client, change: { templateId: unknownId } },
        denied,
      ),
    ],
  };
};

const preview: TableMaker = (world) => ({
  ...own,
  path: '/template/preview',
  writes: false,
  maxMebibytes: 4,
  good: {
    by: world.home.owner.client,
    body: {
      ...bodyOf(world, '预览的模板'),
      sample: 'longest',
      values: [{ index: 0, value: characters(21) }],
    },
  },
  tolerated: [
    { field: 'components', allows: 'blank', because: 'whoever signs may place freely' },
    { field: 'values[].value', allows: 'blank', because: 'a control may be empty' },
  ],
  rows: [
    ...noTemplates(world),
    ...wrongValues('templateName', ' ', characters(101)),
    ...wrongValues('sample', 'x', 1),
    ...wrongValues('values[0].index', 1, -1),
    ...wrongValues('contractFileList[0].fileUrl', world.uploads.foreign.fileUrl, 'files/a', ' '),
    ...wrongValues('attachmentList[0].fileUrl', world.uploads.foreign.fileUrl, 'files/a', ' '),
    ...wrongValues('components[0].participantFlag', '乙方', ' '),
    refused('without the right', { by: world.plain.client }, denied),
  ],
});

const versionList: TableMaker = (world) => ({
  ...own,
  needsRight: false,
  path: '/template/versionList',
  writes: false,
  good: { by: world.home.owner.client, body: { templateId: world.templates.typed.templateId } },
  rows: [
    ...noTemplates(world),
    ...wrongValues('listPageNo', 0, -1, 'x'),
    accepted('by a member without a role', { by: world.plain.client }),
  ],
});

const versionInfo: TableMaker = (world) => ({
  ...own,
  needsRight: false,
  path: '/template/versionInfo',
  writes: false,
  good: { by: world.home.owner.client, body: { templateId: world.templates.typed.templateId, version: 2 } },
  rows: [
    ...noTemplates(world),
    ...wrongValues('version', 0, -1, 'x'),
    refused('one that does not exist', { change: { version: 99 } }, notFound),
    accepted('the first', { change: { version: 1 } }),
  ],
});

const exportFile: TableMaker = (world) => ({
  ...own,
  path: '/template/exportFile',
  writes: false,
  good: { by: world.home.owner.client, body: { templateId: world.templates.typed.templateId } },
  rows: [...noTemplates(world), refused('without the right', { by: world.plain.client }, denied)],
});

const sampleList: TableMaker = (world) => ({
  ...own,
  path: '/template/sampleList',
  writes: false,
  good: { by: world.home.owner.client, body: {} },
  rows: [refused('without the right', { by: world.plain.client }, denied)],
});

const addSample: TableMaker = (world) => ({
  ...own,
  path: '/template/addSample',
  writes: true,
  good: { by: world.home.owner.client, body: { sampleCode: 'nda', templateName: '示例' } },
  rows: [
    ...wrongValues('sampleCode', 'x', ' ', '../nda', 1),
    ...wrongValues('templateName', ' ', characters(101)),
    refused('a name that is taken', { change: { templateName: '备用模板' } }, named('TEMPLATE_NAME_EXIST')),
    refused('without the right', { by: world.plain.client }, denied),
  ],
});

export const templateDraftTables: readonly TableMaker[] = [
  readDraft,
  draftList,
  keepDraft,
  deleteDraft,
  publish,
  preview,
  versionList,
  versionInfo,
  exportFile,
  sampleList,
  addSample,
];
