/** Sign flows: many started from one template by one request. */
import { data, fileStream, operation, page } from '../operation.js';
import { list, object, optional, text } from '../schema.js';
import { templateId } from '../schemas/fields.js';
import { dryRun, templateStartFields } from '../schemas/flow.js';
import {
  batchId,
  batchItem,
  batchItemIndex,
  batchItemState,
  batchOutcome,
  batchScope,
  batchSummary,
} from '../schemas/flow-batch.js';
import { pagingFields } from '../schemas/paging.js';

/** Starts one flow per item. Items are independent: a failure neither undoes nor stops the others. */
export const batchStartSignFlow = operation({
  path: '/signTask/batchStartSignFlow',
  area: 'flows',
  source: 'required',
  writes: true,
  successCode: '0',
  reasons: ['TEMPLATE_DISABLED', 'TEMPLATE_INCOMPLETE'],
  title: { zh: '批量发起合同', en: 'Start a batch of flows from a template' },
  request: object({
    templateId: optional(templateId),
    templateCode: optional(text(1, 100)).means('模板编码', 'code of the template'),
    items: list(object(templateStartFields), { min: 1, max: 500 }).means(
      '每份合同的内容',
      'content of each flow',
    ),
    dryRun: dryRun(),
  }),
  answer: data(batchOutcome),
  example: {
    templateId: 101,
    items: [
      {
        templateName: '劳动合同（张三）',
        participantList: [{ participantFlag: '乙方', psnAccount: '13800138000', psnName: '张三' }],
      },
      {
        templateName: '劳动合同（李四）',
        participantList: [{ participantFlag: '乙方', psnAccount: '13800138001', psnName: '李四' }],
      },
    ],
  },
});

/**
 * Lists the batches that the acting member has started, or those of their enterprise (requires readContracts; without
 * batches that contain confidential contracts). The newest are first.
 */
export const batchList = operation({
  path: '/signTask/batch/list',
  area: 'flows',
  successCode: '0',
  title: { zh: '分页查询批次', en: 'List batches' },
  request: object({ scope: optional(batchScope()), ...pagingFields }),
  answer: page(batchSummary),
  reasons: ['PERMISSION_DENIED'],
  example: { scope: 0, listPageNo: 1, listPageSize: 10 },
});

/** Returns a batch with a page of its items in the order of the request, each with the present state of its flow. */
export const batchInfo = operation({
  path: '/signTask/batch/info',
  area: 'flows',
  successCode: '0',
  title: { zh: '查询批次', en: 'Look up a batch' },
  request: object({
    batchId: batchId(),
    itemState: optional(batchItemState()),
    ...pagingFields,
  }),
  answer: data(
    object({
      batch: batchSummary.means('批次', 'the batch'),
      items: list(batchItem).means('本页的项', 'the items of the page'),
    }),
  ),
  example: { batchId: 801, listPageNo: 1, listPageSize: 100 },
});

/**
 * Starts the items of a batch that have no flow yet, with the content of the original request. An item that has a flow is
 * never started again. Contents are kept for 30 days; only the member who started the batch may do this.
 */
export const batchResend = operation({
  path: '/signTask/batch/resend',
  area: 'flows',
  writes: true,
  successCode: '0',
  title: { zh: '重发批次中的失败项', en: 'Start the failed items of a batch again' },
  request: object({
    batchId: batchId(),
    indexes: optional(list(batchItemIndex(), { min: 1, max: 500 })).means(
      '要重发的项；缺省为所有尚无合同的项',
      'the items to start; all without a flow by default',
    ),
  }),
  answer: data(batchOutcome),
  reasons: ['PERMISSION_DENIED', 'BATCH_CONTENT_GONE', 'TEMPLATE_DISABLED', 'TEMPLATE_INCOMPLETE'],
  example: { batchId: 801 },
});

/**
 * Streams a workbook (.xlsx) to be filled in for a batch: columns for title, order number and deadline, for each party
 * named at the start, and for each control that the initiator fills in.
 */
export const batchSheet = operation({
  path: '/signTask/batch/sheet',
  area: 'flows',
  successCode: '0',
  title: { zh: '下载批量发起的表格', en: 'Download the workbook of a batch' },
  request: object({ templateId }),
  answer: fileStream,
  errors: ['TEMPLATE_NOT_FOUND'],
  reasons: ['TEMPLATE_DISABLED'],
  example: { templateId: 101 },
});
