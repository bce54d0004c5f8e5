/** Many flows from one template by one request. */
import { data, operation } from './operation.js';
import { id, int32, list, nullable, object, optional, text } from './schema.js';
import { templateStartFields } from './schemas/flow.js';

/** What became of one item: a flow, or the code and reason with which startSignFlow would have refused it. */
const batchResult = object({
  /** Place in `items`, from 0. */
  index: int32(0),
  flowId: nullable(id<'Flow'>()),
  flowCode: nullable(text(0, 40)),
  code: text(1, 40),
  reason: nullable(text(0, 40)),
  msg: text(0, 2000),
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
    templateId: optional(id<'Template'>()),
    templateCode: optional(text(1, 100)),
    items: list(object(templateStartFields), { min: 1, max: 500 }),
  }),
  answer: data(
    object({
      batchId: id<'Batch'>(),
      successCount: int32(0),
      failedCount: int32(0),
      results: list(batchResult),
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
