/** Approvals for using a seal and for sending a contract (specification 2.10). */
import { ApprovalQuery, ApprovalStatus, ApprovalType } from '../enums.js';
import {
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
import {
  approvalId,
  authType,
  createTime,
  flowDesc,
  flowId,
  flowTitle,
  initiatorId,
  initiatorName,
  shown,
} from './fields.js';
import { flowStatus, intentFields, signerInfo } from './flow.js';
import { pagingFields } from './paging.js';

export type ApprovalId = Id<'Approval'>;

/** 1 seal, 2 contract. */
const approvalType = () =>
  oneOf(...Object.values(ApprovalType)).means('1 用印审批，2 合同审批', '1: use of a seal; 2: contract');

/** 1 in approval, 2 passed, 3 rejected, 4 withdrawn, 5 terminated. */
const approvalStatus = () =>
  oneOf(...Object.values(ApprovalStatus)).means(
    '1 审批中 2 通过 3 驳回 4 撤回 5 终止',
    '1 open 2 passed 3 rejected 4 withdrawn 5 terminated',
  );

export const approvalInfo = object({
  approvalId,
  corpName: text(0, 100).means('印章或合同所属的企业', 'enterprise that the seal or contract belongs to'),
  approvalCode: text(0, 40).means('审批编码', 'code of the approval'),
  approvalName: text(0, 300).means('审批名称', 'name of the approval'),
  signFlowId: id<'Flow'>().means('合同流程编号', 'flow id'),
  signFlowName: text(0, 200).means('合同名称', 'title of the flow'),
  approvalType: approvalType(),
  approvalStatus: approvalStatus(),
  sealId: nullable(id<'Seal'>()).means(
    '须审批的首个印章的编号；合同审批为 null',
    'id of the first seal that needs approval; null for the approval of a contract',
  ),
  sealName: nullable(text(0, 100)).means('印章名称', 'name of the seal'),
  /** The requester. */
  initiatorName,
  flowCreateTime: dateTime().means('合同创建时间', 'creation time of the flow'),
  createTime,
  updateTime: dateTime().means('更新时间', 'time of the last change'),
  failReason: nullable(text(0, 1000)).means('驳回或撤回原因', 'reason for rejection or withdrawal'),
  signerList: list(signerInfo).means('参与方', 'participants'),
});

export type ApprovalView = Infer<typeof approvalInfo>;

export const approvalListInput = object({
  docQueryType: optional(oneOf(...Object.values(ApprovalQuery))).means(
    '0 待我审批 1 我已审批 2 我发起 3 我收到',
    '0 to decide 1 decided 2 requested by me 3 received',
  ),
  approvalType: optional(approvalType()),
  signFlowName: optional(text(0, 200)).means('合同名称', 'title of the flow'),
  approvalPsnId: optional(id<'User'>()).means('审批人编号', 'user id of the approver'),
  initiatorId: optional(initiatorId),
  approvalStatus: optional(approvalStatus()),
  queryTimeType: optional(oneOf(0, 1)).means(
    '0 发起时间，1 最近处理时间',
    '0 time of the request, 1 time of the last change',
  ),
  approvalTimeStart: optional(dateTime('start')).means('查询时间的起点', 'start of the period queried'),
  approvalTimeEnd: optional(dateTime('end')).means('查询时间的终点', 'end of the period queried'),
  ...pagingFields,
});

/** 2 approve, 3 reject. A proof may be included instead of being given beforehand. */
export const approvalDecision = object({
  approvalId,
  approvalStatus: oneOf(ApprovalStatus.passed, ApprovalStatus.rejected).means(
    '2 通过，3 驳回',
    '2: pass; 3: reject',
  ),
  failReason: optional(text(0, 1000)).means('驳回或撤回原因', 'reason for rejection or withdrawal'),
  shown: optional(shown),
  authType: optional(authType),
  ...intentFields,
});

export type ApprovalDecision = Infer<typeof approvalDecision>;

export const flowProcess = object({
  flowId,
  flowStatus: flowStatus(),
  flowDesc,
  flowTitle,
});

export type FlowProcess = Infer<typeof flowProcess>;

/** A failed item is included: `flowDesc` explains the failure, `code` and `reason` identify the error. */
export const batchProcess = object({
  failedCount: int32(0).means('失败数量', 'number of failures'),
  successCount: int32(0).means('成功数量', 'number of successes'),
  signFlowProcessResps: list(
    object({
      flowId: nullable(flowId),
      flowStatus: nullable(flowStatus()),
      flowDesc: text(0, 2000).means('备注，或失败原因', 'remark, or the reason of the failure'),
      flowTitle: nullable(flowTitle),
      approvalId,
      code: text(1, 40).means('结果代码', 'result code'),
      reason: nullable(text(0, 60)).means(
        '原因代码；成功或无原因时为 null',
        'reason; null for a success or a code without reasons',
      ),
    }),
  ).means('每一项的结果', 'result of each item'),
});

export const approvalProofFields = intentFields;
