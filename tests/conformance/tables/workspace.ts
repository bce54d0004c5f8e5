/** Drafts of contracts and saved views: each of one member. */
import { conflict, denied, invalid, named, notFound } from '../support/expected.js';
import type { OperationTable, TableMaker } from '../support/operation-table.js';
import { accepted, characters, fineValues, refused, wrongValues } from '../support/rows.js';

const own = {
  caller: 'member',
  source: 'optional',
  needsRight: false,
} as const satisfies Partial<OperationTable>;

const unknownKey = 'no-such-draft';
const wrongKeys = wrongValues('draftKey', ' ', 'short', 'with space', 'a'.repeat(65));

const party = {
  partyKey: 'a',
  participantType: 0,
  participantCorpName: '',
  psnName: '李四',
  psnAccount: '138',
  signOrder: 1,
};

const keepDraft: TableMaker = ({ home, drafts, uploads, templates, unknownId }) => ({
  ...own,
  path: '/signTask/contract/keepDraft',
  writes: true,
  good: {
    by: home.owner.client,
    body: {
      draftKey: drafts.home,
      step: 2,
      templateId: templates.typed.templateId,
      flowTitle: '采购合同',
      contractFileList: [{ ...uploads.home }],
      participantList: [party],
      fillComponents: [{ componentId: 1, componentValue: '一万' }],
      expireDate: '2026-12-01',
      privaryFlag: 1,
    },
  },
  tolerated: [
    'participantList[].partyKey',
    'participantList[].participantCorpName',
    'participantList[].psnName',
    'participantList[].psnAccount',
    'fillComponents[].componentValue',
  ].map((field) => ({ field, allows: 'blank', because: 'a draft may be incomplete' })),
  rows: [
    ...wrongKeys,
    ...wrongValues('draftVersion', -1, 'x'),
    ...wrongValues('step', 0, 10, 'x'),
    ...wrongValues('flowTitle', characters(201)),
    ...wrongValues('privaryFlag', 2, 'x'),
    refused(
      'of an older version',
      { change: { draftKey: drafts.read, draftVersion: 7 } },
      conflict('DRAFT_CHANGED'),
    ),
    refused('from an unknown template', { change: { templateId: unknownId } }, named('TEMPLATE_NOT_FOUND')),
    refused('of one that is gone', { change: { draftKey: unknownKey, draftVersion: 1 } }, notFound),
    refused(
      'with a file of another enterprise',
      { change: { contractFileList: [{ ...uploads.foreign }] } },
      invalid('contractFileList[0].fileUrl'),
    ),
  ],
});

const draftList: TableMaker = ({ home, foreign }) => ({
  ...own,
  path: '/signTask/contract/draftList',
  writes: false,
  good: { by: home.owner.client, body: {} },
  rows: [
    ...wrongValues('listPageNo', 0, -1, '0', 'x'),
    ...wrongValues('listPageSize', 0, -1, 1001, '1001', 'x'),
    ...fineValues('listPageSize', 1, '1000'),
    accepted('by somebody without drafts', { by: foreign.owner.client }),
  ],
});

const draftInfo: TableMaker = ({ home, plain, drafts }) => ({
  ...own,
  path: '/signTask/contract/draftInfo',
  writes: false,
  good: { by: home.owner.client, body: { draftKey: drafts.read } },
  rows: [
    ...wrongKeys,
    refused('one that does not exist', { change: { draftKey: unknownKey } }, notFound),
    refused("a colleague's", { by: plain.client }, notFound),
  ],
});

const deleteDraft: TableMaker = ({ home, drafts }) => ({
  ...own,
  path: '/signTask/contract/deleteDraft',
  writes: true,
  good: { by: home.owner.client, body: { draftKey: drafts.unwanted } },
  rows: [...wrongKeys, accepted('one that does not exist', { change: { draftKey: unknownKey } })],
});

const copyToDraft: TableMaker = ({ home, partner, foreign, plain, flows, unknownId }) => ({
  ...own,
  path: '/signTask/contract/copyToDraft',
  writes: true,
  good: { by: home.owner.client, body: { flowId: flows.completed.flowId } },
  rows: [
    ...wrongValues('flowId', 0, -1),
    refused('by the counterparty', { by: partner.owner.client }, denied),
    refused('by a colleague', { by: plain.client }, denied),
    refused("by another enterprise's owner", { by: foreign.owner.client }, notFound),
    refused('an unknown flow', { change: { flowId: unknownId } }, notFound),
    refused("another enterprise's flow", { change: { flowId: flows.foreign.flowId } }, notFound),
    refused("a colleague's confidential flow", { change: { flowId: flows.confidential.flowId } }, notFound),
    refused("a colleague's encrypted flow", { change: { flowId: flows.encrypted.flowId } }, denied),
  ],
});

const viewList: TableMaker = ({ home, plain }) => ({
  ...own,
  path: '/signTask/contract/viewList',
  writes: false,
  good: { by: home.owner.client, body: {} },
  rows: [accepted('by somebody without views', { by: plain.client })],
});

const keepViews: TableMaker = ({ home }) => {
  const view = { viewName: '本周到期', query: 'time=2' };
  return {
    ...own,
    path: '/signTask/contract/keepViews',
    writes: true,
    good: { by: home.owner.client, body: { views: [view] } },
    tolerated: [
      { field: 'views', allows: 'blank', because: 'all views can be deleted' },
      { field: 'views[].query', allows: 'blank', because: 'a view may show everything' },
    ],
    rows: [
      ...wrongValues('views', 'x', 7),
      refused(
        'a blank name',
        { change: { views: [{ ...view, viewName: ' ' }] } },
        invalid('views[0].viewName'),
      ),
      refused('a name twice', { change: { views: [view, view] } }, invalid('views[1].viewName')),
      refused(
        'more than twenty',
        { change: { views: Array.from({ length: 21 }, (_, index) => ({ ...view, viewName: `${index}` })) } },
        invalid('views'),
      ),
    ],
  };
};

export const workspaceTables: readonly TableMaker[] = [
  keepDraft,
  draftList,
  draftInfo,
  deleteDraft,
  copyToDraft,
  viewList,
  keepViews,
];
