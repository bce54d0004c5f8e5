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
  signerList: { list: signer },
};

const flowProcess: Fields = {
  flowId: 'int64',
  flowStatus: 'int32',
  flowDesc: 'string',
  flowTitle: 'string',
};

export const approvalOperations: readonly SpecifiedOperation[] = [
  {
    path: '/signTask/getApprovalList',
    code: '0',
    request: {
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
    data: { list: approvalInfo },
    paged: true,
  },
  {
    path: '/signTask/getApprovalInfo',
    code: '0',
    request: { approvalId: 'int64!' },
    data: { object: approvalInfo },
  },
  {
    path: '/signTask/approvalSign',
    code: '0',
    request: { approvalId: 'int64!', approvalStatus: 'int32!', failReason: 'string' },
    data: { object: flowProcess },
  },
  // The body is an array of such elements; see the table.
  {
    path: '/signTask/batchApprovalSign',
    code: '0',
    request: {},
    data: {
      object: {
        failedCount: 'int32',
        successCount: 'int32',
        // Of a flow that is none of the approver's business nothing is said.
        signFlowProcessResps: {
          list: { flowId: 'int64?', flowStatus: 'int32?', flowDesc: 'string', flowTitle: 'string?' },
        },
      },
    },
  },
  {
    path: '/signTask/approvalCancel',
    code: '0',
    request: { approvalId: 'int64!', approvalStatus: 'int32!', failReason: 'string' },
    data: { object: flowProcess },
  },
  {
    path: '/signTask/approvalSignAuth',
    code: '0',
    request: { approvalId: 'int64!', authType: 'string!', ...intent },
    data: 'empty',
  },
  {
    path: '/signTask/getApprovalSignUrl',
    code: '0',
    request: { approvalId: 'int64', flowId: 'int64' },
    data: { value: 'string' },
  },
];
