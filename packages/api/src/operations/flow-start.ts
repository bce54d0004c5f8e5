/** Sign flows: starting one flow or many, and writing one again. */
import { data, operation } from '../operation.js';
import { list, object, optional, text } from '../schema.js';
import { directComponent } from '../schemas/component.js';
import { copiedDraft } from '../schemas/contract-draft.js';
import { flowId, returnUrl, templateId } from '../schemas/fields.js';
import {
  directComponentsInput,
  directStartFields,
  directStartInput,
  dryRun,
  flowStatus,
  ownDraft,
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
    draftKey: ownDraft(),
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

/**
 * Makes a draft of one's own from a contract of the enterprise, to send the like again: the same title, parties and, if it was
 * started from a template that can still be used, that template with the initiator's typed values; otherwise the same uploads,
 * without values and signatures. For the initiator, and for `manageContracts`.
 */
export const copyToDraft = operation({
  path: '/signTask/contract/copyToDraft',
  area: 'flows',
  successCode: '0',
  writes: true,
  request: object({ flowId }),
  answer: data(copiedDraft),
  reasons: ['PERMISSION_DENIED', 'DRAFT_LIMIT'],
  title: { zh: '以已有合同新建草稿', en: 'Make a draft from a contract' },
  example: { flowId: 201 },
});
