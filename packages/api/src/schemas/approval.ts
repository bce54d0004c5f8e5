/** Approvals: of the use of a seal, and of a contract before it is sent (specification 2.10). */
import {
  choice,
  dateTime,
  type Id,
  type Infer,
  id,
  int32,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
} from '../schema.js';
import { flowStatus, intentFields, signerInfo } from './flow.js';
import { pagingFields } from './paging.js';

export type ApprovalId = Id<'Approval'>;

/** 1 use of a seal, 2 contract. */
export const approvalType = () => oneOf(1, 2);

/** 1 in approval, 2 passed, 3 rejected, 4 withdrawn, 5 terminated. */
export const approvalStatus = () => oneOf(1, 2, 3, 4, 5);

export const approvalInfo = object({
  approvalId: id<'Approval'>(),
  /** The enterprise whose seal or contract it is. */
  corpName: text(0, 100),
  approvalCode: text(0, 40),
  approvalName: text(0, 300),
  signFlowId: id<'Flow'>(),
  signFlowName: text(0, 200),
  approvalType: approvalType(),
  approvalStatus: approvalStatus(),
  /** The first seal that needs it; null for contracts. */
  sealId: nullable(id<'Seal'>()),
  sealName: nullable(text(0, 100)),
  /** Who asked. */
  initiatorName: text(0, 100),
  flowCreateTime: dateTime(),
  createTime: dateTime(),
  updateTime: dateTime(),
  failReason: nullable(text(0, 1000)),
  signerList: list(signerInfo),
});

export type ApprovalView = Infer<typeof approvalInfo>;

export const approvalListInput = object({
  docQueryType: optional(oneOf(0, 1, 2, 3)),
  approvalType: optional(approvalType()),
  signFlowName: optional(text(0, 200)),
  approvalPsnId: optional(id<'User'>()),
  initiatorId: optional(id<'User'>()),
  approvalStatus: optional(approvalStatus()),
  queryTimeType: optional(oneOf(0, 1)),
  approvalTimeStart: optional(dateTime('start')),
  approvalTimeEnd: optional(dateTime('end')),
  ...pagingFields,
});

export type ApprovalListInput = Infer<typeof approvalListInput>;

/** 2 pass, 3 reject. A proof may come with it instead of before it. */
export const approvalDecision = object({
  approvalId: id<'Approval'>(),
  approvalStatus: oneOf(2, 3),
  failReason: optional(text(0, 1000)),
  /** The hash of what the approver was shown; the approval page names it. */
  shown: optional(text(64, 64)),
  authType: optional(choice(['sms', 'pwd', 'face'])),
  ...intentFields,
});

export type ApprovalDecision = Infer<typeof approvalDecision>;

export const flowProcess = object({
  flowId: id<'Flow'>(),
  flowStatus: flowStatus(),
  flowDesc: text(0, 1000),
  flowTitle: text(0, 200),
});

export type FlowProcess = Infer<typeof flowProcess>;

/** A failed item has its entry too: `flowDesc` says why, `code` and `reason` which error it was. */
export const batchProcess = object({
  failedCount: int32(0),
  successCount: int32(0),
  signFlowProcessResps: list(
    object({
      flowId: nullable(id<'Flow'>()),
      flowStatus: nullable(flowStatus()),
      flowDesc: text(0, 2000),
      flowTitle: nullable(text(0, 200)),
      approvalId: id<'Approval'>(),
      code: text(1, 40),
      reason: nullable(text(0, 60)),
    }),
  ),
});

export const approvalProofFields = intentFields;
