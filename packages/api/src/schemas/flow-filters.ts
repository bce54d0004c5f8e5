/** Filters of the lists of flows. */
import { FlowQuery } from '../enums.js';
import { dateTime, id, int32, list, object, oneOf, optional, text } from '../schema.js';
import { flowTitle, initiatorId, mobile, templateId } from './fields.js';
import { flowStatus } from './flow-values.js';
import { countLimitField, pagingFields } from './paging.js';
import { reasonsField } from './waiting.js';

/** Filters shared by lists, counts and exports of the acting member's flows. */
const flowFilters = {
  docQueryType: optional(oneOf(...Object.values(FlowQuery))).means(
    '0 全部 1 收到 2 发起 3 抄送 4 待我处理 5 待他人处理 6 已完成 7 批量 8 草稿',
    '0 all 1 received 2 initiated 3 copies 4 awaiting me 5 awaiting others 6 completed 7 bulk 8 drafts',
  ),
  flowCode: optional(text(0, 100)).means('合同编码', 'code of the flow'),
  flowTitle: optional(flowTitle),
  flowStatus: optional(flowStatus()),
  flowStatusList: optional(list(flowStatus(), { max: 20 })).means(
    '多个状态，优先于 flowStatus',
    'several statuses; takes precedence over flowStatus',
  ),
  mobile: optional(text(0, 20)).means('手机号', 'mobile number'),
  participantType: optional(oneOf(0, 1)).means('1 企业，0 个人', '1: enterprise; 0: person'),
  participantName: optional(text(0, 100)).means(
    '签署方名称，配合 participantType',
    'name of a signer; see participantType',
  ),
  queryTimeType: optional(oneOf(0, 1, 2)).means(
    '0 发起时间，1 完成时间，2 截止时间',
    '0 start, 1 completion, 2 deadline',
  ),
  flowStartTime: optional(dateTime('start')).means('查询时间的起点', 'start of the period queried'),
  flowFinishTime: optional(dateTime('end')).means('查询时间的终点', 'end of the period queried'),
  sourceOrderCode: optional(text(0, 200)).means('业务方单号', "order number in the caller's system"),
  templateId: optional(templateId),
  initiatorId: optional(initiatorId),
  batchId: optional(id<'Batch'>()).means('批次编号', 'batch id'),
  waitingDays: optional(int32(0, 3650)).means(
    '同一人已等待的最少天数，限草稿和进行中的合同',
    'minimum number of days for which a draft or an open flow has been waiting for the same act',
  ),
};

export const flowListInput = object({
  ...flowFilters,
  ...pagingFields,
  ...countLimitField,
  ...reasonsField,
});
/** Paging fields have no effect. */
export const flowExportInput = object({ ...flowFilters, ...pagingFields });
/** Paging fields are ignored like unknown fields. */
export const flowCountInput = object(flowFilters);

/** Filters of lists of an enterprise's flows. */
const enterpriseFilters = {
  flowStatus: flowFilters.flowStatus,
  flowStatusList: flowFilters.flowStatusList,
  participantType: flowFilters.participantType,
  participantName: flowFilters.participantName,
  mobile: flowFilters.mobile,
  queryTimeType: flowFilters.queryTimeType,
  flowStartTime: flowFilters.flowStartTime,
  flowFinishTime: flowFilters.flowFinishTime,
  flowCode: flowFilters.flowCode,
  flowTitle: flowFilters.flowTitle,
  sourceOrderCode: flowFilters.sourceOrderCode,
  templateId: flowFilters.templateId,
  initiatorId: flowFilters.initiatorId,
  batchId: flowFilters.batchId,
  waitingDays: flowFilters.waitingDays,
};

export const enterpriseListInput = object({
  ...enterpriseFilters,
  ...pagingFields,
  ...countLimitField,
  ...reasonsField,
});

export const enterpriseExportInput = object({ ...enterpriseFilters, ...pagingFields });

export const enterpriseCountInput = object(enterpriseFilters);

export const listByMobileInput = object({
  mobile: mobile(),
  flowStatus: flowFilters.flowStatus,
  flowStatusList: flowFilters.flowStatusList,
  queryTimeType: flowFilters.queryTimeType,
  flowStartTime: flowFilters.flowStartTime,
  flowFinishTime: flowFilters.flowFinishTime,
  ...pagingFields,
  ...countLimitField,
  ...reasonsField,
});
