/** Starting without a template: specification 4.8 ("not shown"), decisions 6. */
import type { Json } from '@cinnabar/api/schema.js';
import { denied, type Expected, forbidden, invalid, nameMismatch, notFound } from '../support/expected.js';
import type { OperationTable, TableMaker } from '../support/operation-table.js';
import { characters, type Row, refused, withoutField, wrongValues } from '../support/rows.js';
import type { World } from '../support/world.js';

const start = {
  caller: 'member',
  source: 'required',
  needsRight: false,
  writes: true,
} as const satisfies Partial<OperationTable>;

function bodyOf({ home, partner, uploads }: World, flowTitle: string): { readonly [name: string]: Json } {
  return {
    flowTitle,
    contractFileList: [{ ...uploads.home }],
    participantList: [
      {
        participantFlag: '甲方',
        participantType: 1,
        psnAccount: home.owner.mobile,
        psnName: home.owner.realName,
        participantCorpName: home.corpName,
        participateBizType: ['1', '2'],
        signOrder: 1,
        draftSort: 1,
        payeeContractFlag: 1,
        payee: { amount: 100.5, priority: 1, remark: '首付款' },
      },
      {
        participantFlag: '乙方',
        participantType: 1,
        psnAccount: partner.owner.mobile,
        psnName: partner.owner.realName,
        participantCorpName: partner.corpName,
      },
    ],
    attachmentList: [{ fileName: '附件.pdf', fileUrl: uploads.home.fileUrl }],
    copierList: [{ copierType: 0, psnAccount: partner.owner.mobile, psnName: partner.owner.realName }],
    expireDate: '2040-01-31',
    encryptFlag: 0,
    privaryFlag: 0,
    reversePayFlag: 0,
    sourceOrderCode: 'S-2',
    remark: '备注',
    draftKey: 'sent-with-the-start',
  };
}

function startRows(world: World): readonly Row[] {
  const { poor, invalid: blocked, uploads } = world;
  const changed = (what: string, path: string, value: Json, expected: Expected): Row =>
    refused(what, { change: { [path]: value } }, expected);
  return [
    ...wrongValues('flowTitle', ' ', characters(101)),
    ...wrongValues('participantList[0].participantType', 2, -1),
    ...wrongValues('participantList[0].psnAccount', '123', ' '),
    ...wrongValues('participantList[0].participateBizType', ['3'], [1, 2, 1]),
    ...wrongValues('participantList[0].signOrder', 0, 256),
    ...wrongValues('participantList[0].draftSort', 0, 256),
    ...wrongValues('participantList[0].payee.amount', 0, -1, 0.001, 100_000_000),
    ...wrongValues('expireDate', '2020-01-01'),
    ...wrongValues('encryptFlag', 2),
    ...wrongValues('privaryFlag', 2),
    ...wrongValues('reversePayFlag', 2),
    ...wrongValues('remark', characters(1001)),
    ...wrongValues('draftKey', ' ', 'short', 'with space', 'a'.repeat(65)),
    ...wrongValues('contractFileList[0].fileUrl', 'files/nothing.pdf', uploads.foreign.fileUrl),
    ...wrongValues('attachmentList[0].fileUrl', 'files/nothing.pdf', uploads.foreign.fileUrl),
    ...wrongValues('copierList[0].psnAccount', '123', ''),
    withoutField('copierList[0].psnAccount'),
    changed(
      'an enterprise as copier without its name',
      'copierList[0].copierType',
      1,
      invalid('copierList[0].corpName'),
    ),
    changed(
      'a flag that is taken',
      'participantList[1].participantFlag',
      '甲方',
      invalid('participantList[1].participantFlag'),
    ),
    changed(
      'a draftSort that is taken',
      'participantList[1].draftSort',
      1,
      invalid('participantList[1].draftSort'),
    ),
    changed(
      "a name that is not the mobile's",
      'participantList[1].psnName',
      '错误的名字',
      nameMismatch('participantList[1].psnName'),
    ),
    refused(
      'nobody who signs',
      {
        change: {
          'participantList[0].participateBizType': ['1'],
          'participantList[1].participateBizType': [1],
        },
      },
      invalid('participantList'),
    ),
    refused('files of another enterprise', { by: poor.owner.client }, invalid('contractFileList[0].fileUrl')),
    refused(
      'by an enterprise that is blocked',
      { by: blocked.owner.client },
      invalid('contractFileList[0].fileUrl'),
    ),
  ];
}

const directSignFlow: TableMaker = (world) => ({
  ...start,
  path: '/signTask/directSignFlow',
  good: { by: world.home.owner.client, body: bodyOf(world, '直接发起') },
  rows: startRows(world),
});

const getDesignatedSignatureUrl: TableMaker = (world) => ({
  ...start,
  path: '/signTask/getDesignatedSignatureUrl',
  good: {
    by: world.home.owner.client,
    body: { ...bodyOf(world, '指定位置'), returnUrl: 'https://app.example.com/done' },
  },
  rows: [...startRows(world), ...wrongValues('returnUrl', 'ftp://x', 'javascript:alert(1)', 'nowhere')],
});

const area = (participantFlag: string, positionY: number): { readonly [name: string]: Json } => ({
  participantFlag,
  fileIndex: 0,
  componentKey: `area-${positionY}`,
  componentName: '签章',
  componentType: 6,
  value: '',
  required: 1,
  pageNum: 1,
  positionX: 100,
  positionY,
  specialAttribute: { sealSpecs: 1, showSignDate: 1 },
});

function componentRows(): readonly Row[] {
  return [
    ...wrongValues('components[0].fileIndex', -1, 1, 99),
    ...wrongValues('components[0].participantFlag', '丙方'),
    ...wrongValues('components[0].componentType', 0, -1),
    ...wrongValues('components[0].required', 2),
    ...wrongValues('components[0].pageNum', 0, 3),
    ...wrongValues('components[0].positionX', -1, 5000),
    ...wrongValues('components[0].positionY', -1, 5000),
    refused(
      'two seams of one party in a file',
      {
        change: {
          'components[0].specialAttribute': { signStyle: 2 },
          'components[1].specialAttribute': { signStyle: 2 },
          'components[1].participantFlag': '甲方',
        },
      },
      invalid('components[1].specialAttribute.signStyle'),
    ),
    refused(
      'a keyword that is not there',
      { change: { 'components[0].keyword': '没有这样的字' } },
      invalid('components[0].keyword'),
    ),
    refused(
      'a control to fill for who does not fill',
      { change: { 'components[1].componentType': 1, 'components[1].participantFlag': '乙方' } },
      invalid('components[1].participantFlag'),
    ),
  ];
}

const directComponentSignFlow: TableMaker = (world) => ({
  ...start,
  path: '/signTask/directComponentSignFlow',
  good: {
    by: world.home.owner.client,
    body: {
      ...bodyOf(world, '指定位置直接发起'),
      components: [area('甲方', 200), area('乙方', 500)],
    },
  },
  rows: [...startRows(world), ...componentRows()],
});

const contractSend: TableMaker = (world) => {
  const { home, partner, foreign, plain, unverified, flows, unknownId } = world;
  const { flowId } = flows.draft;
  return {
    ...start,
    path: '/signTask/contract/send',
    good: { by: home.owner.client, body: { flowId, components: [area('甲方', 200), area('甲方', 500)] } },
    rows: [
      ...wrongValues('flowId', 0, -1),
      ...wrongValues('components[0].fileIndex', -1, 1),
      ...wrongValues('components[0].participantFlag', '丙方'),
      ...wrongValues('components[0].pageNum', 0, 2),
      refused('by a colleague', { by: plain.client }, denied),
      refused('by an administrator', { by: unverified.client }, denied),
      refused('by the counterparty, who has not been asked yet', { by: partner.owner.client }, notFound),
      refused("by another enterprise's owner", { by: foreign.owner.client }, notFound),
      ...[unknownId, flows.foreign.flowId].map((id) =>
        refused(`flow ${id}`, { change: { flowId: id } }, notFound),
      ),
      ...[flows.signing, flows.completed, flows.revoked].map((flow) =>
        refused(
          `flow ${flow.flowId}, which is no draft`,
          { change: { flowId: flow.flowId } },
          forbidden('FLOW_STATE'),
        ),
      ),
    ],
  };
};

export const directStartTables: readonly TableMaker[] = [
  directSignFlow,
  directComponentSignFlow,
  getDesignatedSignatureUrl,
  contractSend,
];
