import { choice, dateTime, type Infer, id, int32, nullable, object, optional, text } from '../schema.js';
import { sealId, userId } from './fields.js';

/** On what the use of a seal rests. */
export const sealUseBases = ['role', 'authorisation', 'approval', 'automatic'] as const;
export type SealUseBasis = (typeof sealUseBases)[number];

/** What became of it. */
export const sealUseOutcomes = ['placed', 'rejected', 'failed'] as const;
export type SealUseOutcome = (typeof sealUseOutcomes)[number];

/** One use of a seal in a contract, or a try that placed nothing. */
export const sealUse = object({
  useTime: dateTime().means('时间', 'time'),
  sealId,
  sealName: text(0, 100).means('印章名称', 'name of the seal'),
  flowId: nullable(id<'Flow'>()).means(
    '合同编号；保密合同为 null',
    'id of the contract; null for a confidential one',
  ),
  flowCode: text(0, 64).means('合同编码', 'code of the contract'),
  flowTitle: nullable(text(0, 200)).means(
    '合同标题；保密或加密的合同为 null',
    'title of the contract; null for confidential and encrypted ones',
  ),
  userId,
  userName: text(0, 100).means('经办人', 'who placed it, or tried to'),
  basis: nullable(choice(sealUseBases)).means(
    '依据：role 角色，authorisation 授权，approval 审批，automatic 自动落章；未盖章的为 null 或 approval',
    'basis: role, authorisation, approval or automatic placement; null or approval for a try',
  ),
  examinerName: nullable(text(0, 100)).means('审批人', 'who decided the approval'),
  places: int32(0).means('盖章处数；骑缝章计一处', 'number of places; a seam seal is one'),
  outcome: choice(sealUseOutcomes).means(
    'placed 已盖章，rejected 审批驳回，failed 印章不可用',
    'placed; rejected by the examiner; failed because the seal cannot be used',
  ),
  reason: nullable(text(0, 500)).means(
    '驳回理由；加密或保密合同为 null',
    'reason of a rejection; null for an encrypted or confidential contract',
  ),
});
export type SealUseView = Infer<typeof sealUse>;

/** Filters of the list of uses. */
export const sealUseFilters = {
  sealId: optional(sealId),
  userId: optional(userId),
  basis: optional(choice(sealUseBases)).means('依据', 'basis'),
  outcome: optional(choice(sealUseOutcomes)).means('结果', 'outcome'),
  beginTime: optional(dateTime()).means('起始时间', 'from this time'),
  endTime: optional(dateTime('end')).means('截止时间', 'until this time'),
};
