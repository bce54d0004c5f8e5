/** Approvals: specification 4.11; decisions 7. */
import type { Json } from '@cinnabar/api/schema.js';
import { denied, forbidden, invalid, named, notFound } from '../support/expected.js';
import type { OperationTable, TableMaker } from '../support/operation-table.js';
import { accepted, characters, fineValues, type Row, refused, wrongValues } from '../support/rows.js';
import type { World } from '../support/world.js';

const reading = {
  caller: 'member',
  source: 'required',
  needsRight: false,
  writes: false,
} as const satisfies Partial<OperationTable>;

const act = { ...reading, writes: true } as const;

/** A member who is not an approver. */
function outsiderRows({ partner, foreign, unknownId }: World): readonly Row[] {
  return [
    ...wrongValues('approvalId', 0, -1),
    refused('an unknown approval', { change: { approvalId: unknownId } }, notFound),
    refused('by the counterparty', { by: partner.owner.client }, notFound),
    refused("by another enterprise's owner", { by: foreign.owner.client }, notFound),
  ];
}

const getApprovalList: TableMaker = ({ home, plain }) => ({
  ...reading,
  path: '/signTask/getApprovalList',
  good: { by: home.owner.client, body: { docQueryType: 3, listPageNo: 1, listPageSize: 10 } },
  rows: [
    ...wrongValues('listPageNo', 0, -1, '0'),
    ...wrongValues('listPageSize', 0, 1001),
    ...wrongValues('docQueryType', -1, 4),
    ...wrongValues('approvalType', 0, 3),
    ...wrongValues('approvalStatus', 0, 6),
    ...wrongValues('queryTimeType', -1, 2),
    ...wrongValues('signFlowName', characters(201)),
    refused(
      'a time that ends before it begins',
      { change: { approvalTimeStart: '2026-02-01', approvalTimeEnd: '2026-01-01' } },
      invalid('approvalTimeStart'),
    ),
    ...fineValues('docQueryType', 0, 1, 2, '3'),
    ...fineValues('approvalStatus', 1, 5),
    ...fineValues('approvalPsnId', home.owner.userId),
    ...fineValues('initiatorId', plain.userId),
    accepted('by a plain member', { by: plain.client }),
    accepted('everything', { body: {} }),
  ],
});

const getApprovalInfo: TableMaker = (world) => ({
  ...reading,
  path: '/signTask/getApprovalInfo',
  good: { by: world.home.owner.client, body: { approvalId: world.flows.decided.approvalId } },
  rows: [...outsiderRows(world), accepted('by who asked', { by: world.plain.client })],
});

const approvalSign: TableMaker = (world) => {
  const { home, plain, flows } = world;
  return {
    ...act,
    path: '/signTask/approvalSign',
    good: { by: home.owner.client, body: { approvalId: flows.asking.approvalId, approvalStatus: 2 } },
    rows: [
      ...outsiderRows(world),
      ...wrongValues('approvalStatus', 0, 1, 4, 5, '4'),
      ...wrongValues('failReason', characters(1001)),
      refused('by who asked', { by: plain.client }, denied),
      refused(
        'what is decided already',
        { change: { approvalId: flows.decided.approvalId } },
        forbidden('FLOW_STATE'),
      ),
      refused(
        'the missing right before the state',
        { by: plain.client, change: { approvalId: flows.decided.approvalId } },
        denied,
      ),
    ],
  };
};

/** The body is an array, so its rows contain whole bodies. */
const batchApprovalSign: TableMaker = ({ home, flows }) => {
  const item: { readonly [name: string]: Json } = { approvalId: flows.decided.approvalId, approvalStatus: 2 };
  const body = (what: string, value: Json, field: string): Row =>
    refused(what, { body: value }, invalid(field));
  return {
    ...act,
    path: '/signTask/batchApprovalSign',
    arrayBody: true,
    good: {
      by: home.owner.client,
      body: [{ approvalId: flows.askingToo.approvalId, approvalStatus: 3, failReason: '金额过大' }, item],
    },
    rows: [
      body('nothing to decide', [], 'body'),
      body(
        '101 decisions',
        Array.from({ length: 101 }, () => item),
        'body',
      ),
      body('an object', item, 'body'),
      body('an element that is none', [item, 'x'], '[1]'),
      body('without approvalId', [{ approvalStatus: 2 }], '[0].approvalId'),
      body('without approvalStatus', [{ approvalId: 1 }], '[0].approvalStatus'),
      body('another status', [{ ...item, approvalStatus: 4 }], '[0].approvalStatus'),
      body('a reason that is none', [{ ...item, failReason: ['x'] }], '[0].failReason'),
    ],
  };
};

const approvalCancel: TableMaker = (world) => ({
  ...act,
  path: '/signTask/approvalCancel',
  good: {
    by: world.plain.client,
    body: { approvalId: world.flows.askingThree.approvalId, approvalStatus: 4, failReason: '重新提交' },
  },
  rows: [
    ...outsiderRows(world),
    ...wrongValues('approvalStatus', 0, 2, 3, 5),
    ...wrongValues('failReason', characters(1001)),
    refused('by an approver', { by: world.home.owner.client }, denied),
    refused(
      'what is decided already',
      { change: { approvalId: world.flows.decided.approvalId } },
      forbidden('FLOW_STATE'),
    ),
  ],
});

const approvalSignAuth: TableMaker = (world) => {
  const { home, plain, flows, codes } = world;
  return {
    ...act,
    path: '/signTask/approvalSignAuth',
    good: {
      by: home.owner.client,
      body: { approvalId: flows.askingFour.approvalId, authType: 'pwd', signPwd: home.owner.signPwd },
    },
    rows: [
      ...outsiderRows(world),
      ...wrongValues('authType', 'fingerprint', 'PWD', ' '),
      refused('by who asked', { by: plain.client }, denied),
      refused(
        'what is decided already',
        { change: { approvalId: flows.decided.approvalId } },
        forbidden('FLOW_STATE'),
      ),
      refused('a password that is not given', { change: { signPwd: undefined } }, invalid('signPwd')),
      refused('a wrong password', { change: { signPwd: '000000' } }, named('1402')),
      refused('a code that is not given', { change: { authType: 'sms' } }, invalid('verifyCode')),
      refused('a code for signing', { change: { authType: 'sms', verifyCode: codes.open } }, named('1401')),
      refused(
        'a face result that nobody gave',
        { change: { authType: 'face', orderNo: '1', code: '0', newSign: 'x' } },
        named('1403'),
      ),
    ],
  };
};

const getApprovalSignUrl: TableMaker = (world) => {
  const { home, plain, flows, partner, unknownId } = world;
  return {
    ...act,
    path: '/signTask/getApprovalSignUrl',
    good: { by: home.owner.client, body: { approvalId: flows.askingFour.approvalId } },
    rows: [
      ...outsiderRows(world),
      refused('nothing to look for', { body: {} }, invalid('approvalId', 'flowId')),
      refused('a flow without any', { body: { flowId: flows.signing.flowId } }, notFound),
      refused('an unknown flow', { body: { flowId: unknownId } }, notFound),
      refused('an approval of another flow', { change: { flowId: flows.signing.flowId } }, notFound),
      refused('by who asked', { by: plain.client }, denied),
      refused(
        'by the counterparty, by the flow',
        { by: partner.owner.client, body: { flowId: flows.askingFour.flowId } },
        notFound,
      ),
      refused(
        'what is decided already',
        { change: { approvalId: flows.decided.approvalId } },
        forbidden('FLOW_STATE'),
      ),
    ],
  };
};

export const approvalTables: readonly TableMaker[] = [
  getApprovalList,
  getApprovalInfo,
  approvalSign,
  batchApprovalSign,
  approvalCancel,
  approvalSignAuth,
  getApprovalSignUrl,
];
