/** Specification 4.11 with the shapes of 2.10: approvals. */
import { intent, signer } from './flow-shapes.js';
import { type Fields, paging, type SpecifiedOperation } from './notation.js';

const approvalInfo: Fields = {
  approvalId: 'int64',
  corpName: 'string',
  approvalCode: 'string',
  approvalName: 'string',
  signFlowId: 'int64',
  signFlowName: 'string',
  approvalType: 'int32',
  approvalStatus: 'int32',
  sealId: 'int64?',
  sealName: 'string?',
  initiatorName: 'string',
  flowCreateTime: 'dateTime',
  createTime: 'dateTime',
  updateTime: 'dateTime',
  signerList: [signer],
};

const flowProcess: Fields = { flowId: 'int64', flowStatus: 'int32', flowDesc: 'string', flowTitle: 'string' };

export const approvalOperations: readonly SpecifiedOperation[] = [
  [
    '/signTask/getApprovalList',
    '0',
    {
      docQueryType: 'int32',
      approvalType: 'int32',
      signFlowName: 'string',
      approvalPsnId: 'int64',
      initiatorId: 'int64',
      approvalStatus: 'int32',
      queryTimeType: 'int32',
      approvalTimeStart: 'dateTime',
      approvalTimeEnd: 'dateTime',
      ...paging,
    },
    [approvalInfo],
    'paged',
  ],
  ['/signTask/getApprovalInfo', '0', { approvalId: 'int64!' }, approvalInfo],
  [
    '/signTask/approvalSign',
    '0',
    { approvalId: 'int64!', approvalStatus: 'int32!', failReason: 'string' },
    flowProcess,
  ],
  // The body is an array of such elements; see the table.
  [
    '/signTask/batchApprovalSign',
    '0',
    {},
    {
      failedCount: 'int32',
      successCount: 'int32',
      // An approver with no other part in the flow learns nothing else about it.
      signFlowProcessResps: [
        { flowId: 'int64?', flowStatus: 'int32?', flowDesc: 'string', flowTitle: 'string?' },
      ],
    },
  ],
  [
    '/signTask/approvalCancel',
    '0',
    { approvalId: 'int64!', approvalStatus: 'int32!', failReason: 'string' },
    flowProcess,
  ],
  ['/signTask/approvalSignAuth', '0', { approvalId: 'int64!', authType: 'string!', ...intent }, {}],
  ['/signTask/getApprovalSignUrl', '0', { approvalId: 'int64', flowId: 'int64' }, 'string'],
];
