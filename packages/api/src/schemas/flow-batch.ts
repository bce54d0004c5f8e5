/** Batches: many flows started from one template by one request. */
import { choice, dateTime, id, idOrNone, int32, list, nullable, object, oneOf, text } from '../schema.js';
import { createTime, flowCode, flowId, flowTitle, templateId, userId } from './fields.js';
import { startProblem } from './flow-start.js';
import { flowStatus } from './flow-values.js';
import { flowListItem } from './flow-view.js';

export const batchId = () => id<'Batch'>().means('批次编号', 'batch id');

export const batchItemIndex = () => int32(0).means('在 items 中的位置，从 0 开始', 'index in items, from 0');

export const batchScope = () =>
  oneOf(0, 1).means(
    '0 本人发起的批次，1 本企业的批次',
    '0: batches started by the acting member; 1: by the enterprise',
  );

/** What a dry run says of an item besides the reasons for a refusal. */
const startWarning = object({
  kind: choice(['value', 'recent', 'repeated']).means(
    'value：该值不能立即填写，合同将停在填写中；recent：24 小时内已用此模板向同一人发起；repeated：与同批的另一项是同一人',
    'value: it cannot be filled in at once, so the flow would remain in filling; recent: the same person has had a flow of this template within 24 hours; repeated: another item is for the same person',
  ),
  path: nullable(text(0, 300)).means(
    '有关的字段，相对于该项；与字段无关时为 null',
    'field concerned, within the item; null where no field is',
  ),
  msg: text(0, 2000).means('说明', 'description'),
});

/** Result of one item: a flow, or the code and reason with which startSignFlow would have refused it. */
const batchResult = object({
  index: batchItemIndex(),
  flowId: nullable(id<'Flow'>()).means('合同流程编号；失败时为 null', 'flow id; null for a failure'),
  flowCode: nullable(text(0, 40)).means('合同编码；失败时为 null', 'code of the flow; null for a failure'),
  code: text(1, 40).means('结果代码', 'result code'),
  reason: nullable(text(0, 40)).means(
    '原因代码；成功或无原因时为 null',
    'reason; null for a success or a code without reasons',
  ),
  msg: text(0, 2000).means('结果说明', 'description of the result'),
  path: nullable(text(0, 300)).means(
    '有误的字段，相对于该项；与字段无关时为 null',
    'field at fault, within the item; null where no field is',
  ),
  contracts: nullable(int32(0)).means(
    '试发起：将扣减的合同份数；正式发起时为 null',
    'dry run: number of contracts that the start would be charged; null outside dry runs',
  ),
  problems: nullable(list(startProblem)).means(
    '试发起：该项会被拒绝的全部原因；正式发起时为 null',
    'dry run: all reasons why the item would be refused; null outside dry runs',
  ),
  warnings: nullable(list(startWarning)).means(
    '试发起：不妨碍发起的提醒；正式发起时为 null',
    'dry run: what does not prevent the start, but should be looked at; null outside dry runs',
  ),
});

const balance = (zh: string, en: string) =>
  nullable(int32()).means(`试发起：${zh}；正式发起时为 null`, `dry run: ${en}; null outside dry runs`);

export const batchOutcome = object({
  batchId: idOrNone<'Batch'>().means('批次编号；试发起为 0', 'batch id; 0 for a dry run'),
  successCount: int32(0).means('成功数量', 'number of successes'),
  failedCount: int32(0).means('失败数量', 'number of failures'),
  results: list(batchResult).means(
    '每一项的结果，顺序同请求',
    'result of each item, in the order of the request',
  ),
  contractBalance: balance('剩余合同份数', 'remaining contracts'),
  collectionBalance: balance('剩余收款合同份数', 'remaining contracts with payment collection'),
});

export const batchSummary = object({
  batchId: batchId(),
  templateId,
  templateName: text(0, 200).means('模板名称', 'name of the template'),
  userId,
  userName: text(0, 100).means('发起人姓名', 'name of the member who started it'),
  createTime,
  finishTime: nullable(dateTime()).means(
    '处理完毕的时间；处理中或中断时为 null',
    'time at which all items had been tried; null while they are, or after an interruption',
  ),
  requestKey: nullable(text(0, 200)).means(
    '请求的 Idempotency-Key；仅对发起人可见',
    'Idempotency-Key of the request; visible to the member who started it',
  ),
  itemCount: int32(0).means('项数', 'number of items'),
  startedCount: int32(0).means('已有合同的项数', 'number of items that have a flow'),
  failedCount: int32(0).means('失败的项数', 'number of items that were refused'),
  statuses: list(
    object({ flowStatus: flowStatus(), count: int32(1).means('份数', 'number of flows') }),
  ).means('合同按当前状态的份数', 'number of flows by their present status'),
  resendableUntil: nullable(dateTime()).means(
    '失败项可重发的期限；没有可重发的项时为 null',
    'until when failed items can be started again; null if there are none',
  ),
});

/** `pending`: not tried yet, because the request is still running or was interrupted. */
export const batchItemState = () =>
  choice(['started', 'failed', 'pending']).means(
    'started：已有合同；failed：被拒绝；pending：尚未处理，或请求中断',
    'started: has a flow; failed: was refused; pending: not tried yet, or the request was interrupted',
  );

export const batchItem = object({
  index: batchItemIndex(),
  itemState: batchItemState(),
  title: nullable(flowTitle).means(
    '合同名称；没有合同时仅对发起人可见，否则为 null',
    'title of the flow; without a flow visible only to the member who started the batch, otherwise null',
  ),
  flowId: nullable(flowId),
  flowCode: nullable(flowCode),
  flow: nullable(flowListItem).means(
    '合同现状；没有合同，或调用者看不到时为 null',
    'the flow as in contract/list; null without a flow, or if the caller may not see it',
  ),
  code: nullable(text(1, 40)).means('失败的结果代码', 'result code of the failure'),
  reason: nullable(text(0, 40)).means('失败的原因代码', 'reason of the failure'),
  msg: nullable(text(0, 2000)).means('失败说明', 'description of the failure'),
  path: nullable(text(0, 300)).means('有误的字段，相对于该项', 'field at fault, within the item'),
});
