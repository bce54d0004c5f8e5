/** Reading flows: specification 4.10; decisions 1 and 6 ("Encrypted, confidential", docQueryType). */
import { denied, type Expected, forbidden, invalid, notFound } from '../support/expected.js';
import type { OperationTable, TableMaker } from '../support/operation-table.js';
import { accepted, fineValues, type Row, refused, wrongValues } from '../support/rows.js';
import type { World } from '../support/world.js';

const reading = {
  caller: 'member',
  source: 'required',
  needsRight: false,
  writes: false,
} as const satisfies Partial<OperationTable>;

/** Visibility of a flow. `contents`: files and values, which administrators do not see of an encrypted flow. */
function seeingRows(world: World, need: 'list' | 'contents'): readonly Row[] {
  const { partner, partnerPlain, foreign, plain, unverified, flows, unknownId } = world;
  const about = (which: string, flowId: number, expected: Expected): Row =>
    refused(`${which} flow`, { change: { flowId } }, expected);
  return [
    ...wrongValues('flowId', 0, -1),
    about('an unknown', unknownId, notFound),
    about("another enterprise's", flows.foreign.flowId, notFound),
    about("a colleague's confidential", flows.confidential.flowId, notFound),
    need === 'contents'
      ? about("a colleague's encrypted", flows.encrypted.flowId, denied)
      : accepted("a colleague's encrypted flow", { change: { flowId: flows.encrypted.flowId } }),
    refused("by another enterprise's owner", { by: foreign.owner.client }, notFound),
    refused('by a colleague without the right', { by: plain.client }, denied),
    refused("by a colleague of the counterparty's", { by: partnerPlain.client }, denied),
    accepted('by the counterparty', { by: partner.owner.client }),
    accepted('by an administrator', { by: unverified.client }),
    accepted('by the initiator, encrypted', { by: plain.client, change: { flowId: flows.encrypted.flowId } }),
    accepted('by the initiator, confidential', {
      by: plain.client,
      change: { flowId: flows.confidential.flowId },
    }),
    accepted('by a person, as who they sign', {
      by: plain.client,
      change: { flowId: flows.personal.flowId },
    }),
    ...[flows.filling, flows.signing, flows.revoked, flows.expired, flows.overdueSigning].map(({ flowId }) =>
      accepted(`flow ${flowId}, whatever its state`, { change: { flowId } }),
    ),
  ];
}

function aboutFlow(path: `/${string}`, need: 'list' | 'contents', more: readonly Row[] = []): TableMaker {
  return (world) => ({
    ...reading,
    path,
    good: {
      by: world.home.owner.client,
      body: { flowId: world.flows.completed.flowId },
    },
    rows: [...seeingRows(world, need), ...more],
  });
}

/** Files are visible to everyone who may see the contents of their flow. */
function seeingFileRows(world: World): readonly Row[] {
  const { partner, partnerPlain, foreign, plain, unverified, flows, unknownId } = world;
  const about = (which: string, fileId: number, expected: Expected): Row =>
    refused(`${which} flow's file`, { change: { fileId } }, expected);
  return [
    ...wrongValues('fileId', 0, -1),
    about('no', unknownId, notFound),
    about("another enterprise's", flows.foreign.fileId, notFound),
    about("a colleague's confidential", flows.confidential.fileId, notFound),
    about("a colleague's encrypted", flows.encrypted.fileId, denied),
    refused("by another enterprise's owner", { by: foreign.owner.client }, notFound),
    refused('by a colleague without the right', { by: plain.client }, denied),
    refused("by a colleague of the counterparty's", { by: partnerPlain.client }, denied),
    accepted('by the counterparty', { by: partner.owner.client }),
    accepted('by an administrator', { by: unverified.client }),
    accepted('by the initiator, encrypted', { by: plain.client, change: { fileId: flows.encrypted.fileId } }),
    accepted('by a person, as who they sign', {
      by: plain.client,
      change: { fileId: flows.personal.fileId },
    }),
  ];
}

function aboutFile(path: `/${string}`): TableMaker {
  return (world) => ({
    ...reading,
    path,
    good: { by: world.home.owner.client, body: { fileId: world.flows.completed.fileId } },
    rows: seeingFileRows(world),
  });
}

const signFlowContractFileList: TableMaker = (world) => ({
  ...reading,
  path: '/signTask/signFlowContractFile/list',
  good: { by: world.home.owner.client, body: { fileId: world.flows.completed.fileId } },
  rows: [
    ...seeingFileRows(world),
    ...pagingRows,
    ...[{}, { flowId: null, fileId: null }].map((body) =>
      refused(`nothing to look for: ${JSON.stringify(body)}`, { body }, invalid('flowId', 'fileId')),
    ),
    refused('a file of another flow', { change: { flowId: world.flows.signing.flowId } }, notFound),
    refused('an unknown flow', { body: { flowId: world.unknownId } }, notFound),
    refused("a colleague's encrypted flow", { body: { flowId: world.flows.encrypted.flowId } }, denied),
    accepted('a flow', { body: { flowId: world.flows.completed.flowId } }),
    accepted('a flow and its file', { change: { flowId: world.flows.completed.flowId } }),
  ],
});

const pagingRows: readonly Row[] = [
  ...wrongValues('listPageNo', 0, -1, '0', 'x'),
  ...wrongValues('listPageSize', 0, -1, 1001, '1001', 'x'),
  ...fineValues('listPageNo', '1', 1000),
  ...fineValues('listPageSize', 1, '1000'),
];

const limitRows: readonly Row[] = [
  ...wrongValues('countLimit', 0, -1, 1_000_001, 'x'),
  ...fineValues('countLimit', 1, '1000', 1_000_000),
];

const contractDownload: TableMaker = (world) => {
  const { home, flows, unknownId } = world;
  return {
    ...reading,
    path: '/signTask/contract/download',
    good: { by: home.owner.client, body: { flowId: flows.completed.flowId } },
    rows: [
      ...seeingRows(world, 'contents'),
      refused('an unknown file', { change: { fileId: unknownId } }, notFound),
      refused('a file of another flow', { change: { fileId: flows.signing.fileId } }, notFound),
      refused("another enterprise's file", { change: { fileId: flows.foreign.fileId } }, notFound),
      ...wrongValues('fileId', 0, -1),
      ...wrongValues('original', 2, -1),
      ...fineValues('original', 0, 1, '1'),
      ...wrongValues('checkCopy', 2, -1),
      ...fineValues('checkCopy', 0, 1, '1'),
      refused('a print copy of the upload', { change: { original: 1, checkCopy: 1 } }, invalid('checkCopy')),
      refused(
        'a print copy while it is being filled in',
        { change: { flowId: flows.filling.flowId, checkCopy: 1 } },
        forbidden('FLOW_STATE'),
      ),
      ...fineValues('fileId', flows.completed.fileId, String(flows.completed.fileId)),
      refused(
        'a flow that is not there before its file',
        { change: { flowId: unknownId, fileId: unknownId } },
        notFound,
      ),
    ],
  };
};

const contractEvidence: TableMaker = (world) => ({
  ...reading,
  path: '/signTask/contract/evidence',
  good: { by: world.home.owner.client, body: { flowId: world.flows.completed.flowId } },
  rows: seeingRows(world, 'contents'),
});

/** Filters of all lists of flows except that by mobile. */
const ownFilterRows: (world: World) => readonly Row[] = ({ home, templates }) => [
  ...wrongValues('waitingDays', -1, 3651, 'x', 1.5),
  ...wrongValues('templateId', 'x', -1),
  ...wrongValues('initiatorId', 'x', -1),
  ...wrongValues('batchId', 'x', -1),
  ...fineValues('waitingDays', 0, '3'),
  ...fineValues('templateId', templates.fixed.templateId),
  ...fineValues('initiatorId', home.owner.userId),
  ...fineValues('batchId', 1),
];

/** The list and its count have the same filters. */
const filterRows: (world: World) => readonly Row[] = (world) => [
  ...ownFilterRows(world),
  ...searchRows(world),
];

const searchRows: (world: World) => readonly Row[] = ({ plain, flows }) => [
  ...wrongValues('docQueryType', 9, -1, '9'),
  ...wrongValues('flowStatus', 7, -1, '7'),
  ...wrongValues('flowStatusList', [7], [1, 'x'], [null]),
  ...wrongValues('participantType', 2, -1),
  ...wrongValues('queryTimeType', 3, -1),
  refused(
    'begin after end',
    { change: { flowStartTime: '2026-02-01', flowFinishTime: '2026-01-31' } },
    invalid('flowStartTime'),
  ),
  refused(
    'begin after end, by offset',
    { change: { flowStartTime: '2026-02-01T00:00:00+0800', flowFinishTime: '2026-01-31T15:59:59.999Z' } },
    invalid('flowStartTime'),
  ),
  accepted('without a body', { raw: { contentType: null, bytes: '' } }),
  accepted('by somebody without a right', { by: plain.client }),
  ...fineValues('docQueryType', 1, 2, 3, '4', 5, 6, 7, 8),
  ...fineValues('flowStatus', 0, '6'),
  ...fineValues('flowStatusList', [], [1, 2], ['1', '2']),
  ...fineValues('flowTitle', '', '%', '_', 5, "'; drop table flows; --", '\\'),
  ...fineValues('flowCode', '', `${flows.signing.flowId}`),
  ...fineValues('queryTimeType', 0, 1, '2'),
  ...fineValues('mobile', '', plain.mobile),
  accepted('a day', { change: { flowStartTime: '2026-01-31', flowFinishTime: '2026-01-31' } }),
  accepted('participants by name', { change: { participantType: 1, participantName: '公司' } }),
];

const reasonRows: readonly Row[] = [...wrongValues('withReasons', 2, -1), ...fineValues('withReasons', 0, 1)];

const contractList: TableMaker = (world) => ({
  ...reading,
  path: '/signTask/contract/list',
  good: { by: world.home.owner.client, body: { docQueryType: 0, listPageNo: 1, listPageSize: 10 } },
  rows: [...pagingRows, ...limitRows, ...reasonRows, ...filterRows(world)],
});

const listCount: TableMaker = (world) => ({
  ...reading,
  path: '/signTask/myContract/listCount',
  good: { by: world.home.owner.client, body: { docQueryType: 0 } },
  rows: [...filterRows(world), ...fineValues('listPageNo', 0, 'x'), ...fineValues('listPageSize', -1)],
});

const contractExport: TableMaker = (world) => ({
  ...reading,
  path: '/signTask/contract/export',
  good: { by: world.home.owner.client, body: { docQueryType: 0 } },
  rows: [
    ...pagingRows,
    // Accepted filters may match nothing, which is an error here.
    ...filterRows(world).filter(({ expected }) => expected !== 'accepted'),
    refused('what nothing fits', { change: { flowTitle: '没有这样的合同' } }, notFound),
  ],
});

const enterpriseWide = { ...reading, needsRight: true } as const;

/** The header openCorpId, and the filters of enterprise-wide lists. */
function enterpriseRows(world: World): readonly Row[] {
  const { home, partner, unknownId } = world;
  const opened = (openCorpId: string) => ({ headers: { openCorpId } });
  return [
    refused('openCorpId is no number', opened('abc'), { status: 400, code: '400', reason: 'INVALID_HEADER' }),
    refused('openCorpId of another enterprise', opened(String(partner.corpId)), denied),
    refused('openCorpId of nothing', opened(String(unknownId)), denied),
    refused('openCorpId 0', opened('0'), denied),
    accepted("openCorpId of the token's enterprise", opened(String(home.corpId))),
    ...ownFilterRows(world).filter(({ expected }) => expected !== 'accepted'),
    ...wrongValues('flowStatus', -1, 7),
    ...wrongValues('flowStatusList', [7], ['x']),
    ...wrongValues('participantType', 2, -1),
    ...wrongValues('queryTimeType', 3, -1),
    refused(
      'a time that ends before it begins',
      { change: { flowStartTime: '2026-02-01', flowFinishTime: '2026-01-01' } },
      invalid('flowStartTime'),
    ),
  ];
}

const enterpriseContractsList: TableMaker = (world) => ({
  ...enterpriseWide,
  path: '/signTask/enterpriseContracts/list',
  good: { by: world.home.owner.client, body: { listPageNo: 1, listPageSize: 10 } },
  rows: [...pagingRows, ...enterpriseRows(world)],
});

const enterpriseContractsCount: TableMaker = (world) => ({
  ...enterpriseWide,
  path: '/signTask/enterpriseContracts/enterpriseContractsCount',
  good: { by: world.home.owner.client, body: {} },
  rows: enterpriseRows(world),
});

const enterpriseContractsExport: TableMaker = (world) => ({
  ...enterpriseWide,
  path: '/signTask/enterpriseContracts/export',
  good: { by: world.home.owner.client, body: {} },
  rows: [
    ...pagingRows,
    ...enterpriseRows(world),
    refused('what nothing fits', { change: { participantName: '没有这样的人' } }, notFound),
  ],
});

const signTaskOverview: TableMaker = (world) => ({
  ...reading,
  source: 'optional',
  path: '/signTask/overview',
  good: { by: world.home.owner.client, body: { scope: 1 } },
  rows: [
    ...wrongValues('scope', 2, -1, 'x'),
    ...fineValues('scope', 0, '1'),
    refused('of the enterprise, without the right', { by: world.plain.client }, denied),
    accepted('their own, without a right', { by: world.plain.client, change: { scope: 0 } }),
    accepted('by another enterprise', { by: world.foreign.owner.client }),
  ],
});

const listByMobile: TableMaker = (world) => ({
  ...reading,
  path: '/signTask/contract/listByMobile',
  good: { by: world.home.owner.client, body: { mobile: world.partner.owner.mobile } },
  rows: [
    ...pagingRows,
    ...wrongValues('mobile', ' ', '123', '1380013800', 'mobile'),
    ...wrongValues('flowStatus', -1, 7),
    ...wrongValues('queryTimeType', 3, -1),
    accepted('a mobile with a prefix', { change: { mobile: `+86${world.partner.owner.mobile}` } }),
    accepted('by a plain member', { by: world.plain.client }),
  ],
});

const contractBatchDownload: TableMaker = ({ home, plain, partner, foreign, flows, unknownId }) => {
  const all = [flows.completed.flowId, flows.signing.flowId];
  const with_ = (what: string, flowId: number, expected: Expected): Row =>
    refused(what, { change: { flowIds: [...all, flowId] } }, expected);
  return {
    ...reading,
    source: 'optional',
    path: '/signTask/contract/batchDownload',
    good: { by: home.owner.client, body: { flowIds: all } },
    rows: [
      ...wrongValues(
        'flowIds',
        [],
        [0],
        [-1],
        ['x'],
        Array.from({ length: 101 }, (_, index) => index + 1),
      ),
      with_('an unknown one among them', unknownId, notFound),
      with_("another enterprise's among them", flows.foreign.flowId, notFound),
      with_("a colleague's confidential one among them", flows.confidential.flowId, notFound),
      with_("a colleague's encrypted one among them", flows.encrypted.flowId, denied),
      refused("by another enterprise's owner", { by: foreign.owner.client }, notFound),
      refused('by a colleague without the right', { by: plain.client }, denied),
      accepted('by the counterparty', { by: partner.owner.client }),
      ...fineValues('flowIds', [flows.completed.flowId, flows.completed.flowId]),
    ],
  };
};

export const flowReadingTables: readonly TableMaker[] = [
  contractList,
  listCount,
  contractExport,
  enterpriseContractsList,
  enterpriseContractsCount,
  enterpriseContractsExport,
  signTaskOverview,
  listByMobile,
  aboutFlow('/signTask/contract/info', 'contents'),
  aboutFlow('/signTask/contract/taskInfo', 'list'),
  (world) => ({ ...aboutFlow('/signTask/contract/history', 'list')(world), source: 'optional' }),
  signFlowContractFileList,
  aboutFile('/signTask/signFlowContractFile/info'),
  aboutFile('/signTask/signFlowContractFile/componentInfoList'),
  aboutFlow('/signTask/fillComponentList', 'contents', pagingRows),
  aboutFlow('/signTask/signComponentList', 'contents', pagingRows),
  contractDownload,
  contractBatchDownload,
  contractEvidence,
];
