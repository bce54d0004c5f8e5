/** Many flows from one template by one request. */
import { data, operation } from './operation.js';
import { id, int32, list, nullable, object, optional, text } from './schema.js';
import { templateId } from './schemas/fields.js';
import { templateStartFields } from './schemas/flow.js';

/** What became of one item: a flow, or the code and reason with which startSignFlow would have refused it. */
const batchResult = object({
  index: int32(0).means('在 items 中的位置，从 0 开始', 'index in items, from 0'),
  flowId: nullable(id<'Flow'>()).means('合同流程编号；失败时为 null', 'flow id; null for a failure'),
  flowCode: nullable(text(0, 40)).means('合同编码；失败时为 null', 'code of the flow; null for a failure'),
  code: text(1, 40).means('结果代码', 'result code'),
  reason: nullable(text(0, 40)).means(
    '原因代码；成功或无原因时为 null',
    'reason; null for a success or a code without reasons',
  ),
  msg: text(0, 2000).means('结果说明', 'description of the result'),
});

/** Starts a flow for each item, each on its own: one that fails neither undoes nor stops the others. */
export const batchStartSignFlow = operation({
  path: '/signTask/batchStartSignFlow',
  area: 'flows',
  source: 'required',
  writes: true,
  successCode: '0',
  reasons: ['TEMPLATE_DISABLED', 'TEMPLATE_INCOMPLETE'],
  title: { zh: '批量发起合同', en: 'Start many flows from a template' },
  request: object({
    templateId: optional(templateId),
    templateCode: optional(text(1, 100)).means('模板编码', 'code of the template'),
    items: list(object(templateStartFields), { min: 1, max: 500 }).means(
      '每份合同的内容',
      'content of each flow',
    ),
  }),
  answer: data(
    object({
      batchId: id<'Batch'>().means('批次编号', 'batch id'),
      successCount: int32(0).means('成功数量', 'number of successes'),
      failedCount: int32(0).means('失败数量', 'number of failures'),
      results: list(batchResult).means(
        '每一项的结果，顺序同请求',
        'result of each item, in the order of the request',
      ),
    }),
  ),
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
