/** Sign flows: starting one flow or many. */
import { data, operation } from '../operation.js';
import { id, int32, list, nullable, object, optional, text } from '../schema.js';
import { directComponent } from '../schemas/component.js';
import { flowId, returnUrl, templateId } from '../schemas/fields.js';
import {
  directComponentsInput,
  directStartFields,
  directStartInput,
  dryRun,
  flowStatus,
  startedFlow,
  templateStartFields,
} from '../schemas/flow.js';

const directExample = {
  flowTitle: '采购合同',
  contractFileList: [
    {
      fileName: '采购合同.pdf',
      fileUrl: 'files/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.pdf',
      totalPage: 2,
      width: 794,
      height: 1123,
    },
  ],
  participantList: [
    {
      participantFlag: '甲方',
      participantType: 1,
      psnAccount: '13800138000',
      psnName: '张三',
      participantCorpName: '测试公司',
    },
    { participantFlag: '乙方', participantType: 0, psnAccount: '13800138001', psnName: '李四' },
  ],
};

/** Result of one item: a flow, or the code and reason with which startSignFlow would have refused it. */
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

export const startSignFlow = operation({
  path: '/signTask/startSignFlow',
  area: 'flows',
  source: 'required',
  writes: true,
  reasons: [
    'NAME_MISMATCH',
    'NOT_VERIFIED',
    'TEMPLATE_DISABLED',
    'TEMPLATE_INCOMPLETE',
    'BALANCE_NOT_ENOUGH',
    'PAYEE_BALANCE_NOT_ENOUGH',
  ],
  title: { zh: '使用模板发起合同', en: 'Start a flow from a template' },
  links: { access: 'any' },
  request: object({
    templateId: optional(templateId),
    templateCode: optional(text(1, 100)).means('模板编码', 'code of the template'),
    ...templateStartFields,
    dryRun: dryRun(),
  }),
  answer: data(startedFlow),
  example: {
    templateId: 101,
    participantList: [
      {
        participantFlag: '甲方',
        psnAccount: '13800138000',
        psnName: '张三',
        participantCorpName: '测试公司',
      },
      {
        participantFlag: '乙方',
        psnAccount: '13800138001',
        psnName: '李四',
        participantCorpName: '样例公司',
      },
    ],
    autoFill: 2,
    fillComponents: [{ componentKey: 'amount', componentValue: '10000.00' }],
  },
});

/** Starts a flow from uploaded files; all signers place their seals freely. */
export const directSignFlow = operation({
  path: '/signTask/directSignFlow',
  area: 'flows',
  source: 'required',
  writes: true,
  reasons: ['NAME_MISMATCH', 'NOT_VERIFIED', 'BALANCE_NOT_ENOUGH', 'PAYEE_BALANCE_NOT_ENOUGH'],
  title: { zh: '直接发起合同', en: 'Start a flow without a template' },
  links: { access: 'any' },
  request: directStartInput,
  answer: data(startedFlow),
  example: directExample,
});

/** Starts a flow from uploaded files with positioned controls. */
export const directComponentSignFlow = operation({
  path: '/signTask/directComponentSignFlow',
  area: 'flows',
  source: 'required',
  writes: true,
  reasons: ['NAME_MISMATCH', 'NOT_VERIFIED', 'BALANCE_NOT_ENOUGH', 'PAYEE_BALANCE_NOT_ENOUGH'],
  title: { zh: '指定位置直接发起合同', en: 'Start a flow without a template, with controls' },
  links: { access: 'any' },
  request: directComponentsInput,
  answer: data(startedFlow),
  example: {
    ...directExample,
    components: [
      {
        participantFlag: '甲方',
        fileIndex: 0,
        componentName: '甲方签章',
        componentType: 6,
        required: 1,
        pageNum: 2,
        positionX: 146,
        positionY: 740,
        specialAttribute: { sealSpecs: 1, showSignDate: 1 },
      },
    ],
  },
});

/** Creates a draft, and returns a link to the page where the initiator places controls on it and sends it. */
export const getDesignatedSignatureUrl = operation({
  path: '/signTask/getDesignatedSignatureUrl',
  area: 'flows',
  source: 'required',
  writes: true,
  reasons: ['NAME_MISMATCH', 'NOT_VERIFIED', 'BALANCE_NOT_ENOUGH', 'PAYEE_BALANCE_NOT_ENOUGH'],
  title: { zh: '获取指定位置发起链接', en: 'Get a link to place controls on a new draft' },
  request: object({ ...directStartFields, returnUrl }),
  answer: data(text(1, 4000)),
  example: directExample,
});

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

/** Sends a draft with the controls placed on it; from then on it is an ordinary flow. */
export const contractSend = operation({
  path: '/signTask/contract/send',
  area: 'flows',
  source: 'required',
  writes: true,
  successCode: '0',
  reasons: [
    'PERMISSION_DENIED',
    'FLOW_STATE',
    'FLOW_EXPIRED',
    'BALANCE_NOT_ENOUGH',
    'PAYEE_BALANCE_NOT_ENOUGH',
  ],
  title: { zh: '发送草稿', en: 'Send a draft' },
  links: { draft: 'ownFlow' },
  request: object({
    flowId,
    components: optional(list(directComponent, { max: 1000 })).means('控件', 'controls'),
  }),
  answer: data(object({ flowId, flowStatus: flowStatus() })),
  example: { flowId: 201, components: [] },
});
