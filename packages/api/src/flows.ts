/** Sign flows: start, fill, intent, sign, look, revoke, download. */
import { data, fileStream, operation, page } from './operation.js';
import { boolean, choice, dateTime, id, int32, list, object, oneOf, optional, text } from './schema.js';
import { componentValue } from './schemas/component.js';
import {
  attachmentInput,
  copierInput,
  fillComponent,
  flowCountInput,
  flowDetail,
  flowFile,
  flowListInput,
  flowListItem,
  flowStatus,
  intentFields,
  processResult,
  signComponent,
  startedFlow,
  startParticipant,
  taskInfo,
} from './schemas/flow.js';
import { pagingFields } from './schemas/paging.js';
import { webAddress } from './schemas/web-address.js';

const flag = () => oneOf(0, 1);

export const startSignFlow = operation({
  path: '/signTask/startSignFlow',
  area: 'flows',
  source: 'required',
  writes: true,
  title: { zh: '使用模板发起合同', en: 'Start a flow from a template' },
  request: object({
    templateId: optional(id<'Template'>()),
    templateCode: optional(text(1, 100)),
    templateName: optional(text(0, 200)),
    privaryFlag: optional(flag()),
    encryptFlag: optional(flag()),
    reversePayFlag: optional(flag()),
    sourceOrderCode: optional(text(0, 200)),
    participantList: list(startParticipant, { max: 50 }),
    attachmentList: optional(list(attachmentInput, { max: 50 })),
    autoFill: optional(oneOf(0, 1, 2)),
    fillComponents: optional(
      list(
        object({
          componentId: optional(id<'TemplateComponent'>()),
          componentKey: optional(text(1, 100)),
          componentValue: componentValue(),
        }),
      ),
    ),
    copierList: optional(list(copierInput, { max: 50 })),
    expireDate: optional(dateTime('end')),
    remark: optional(text(0, 1000)),
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

export const fillSignForm = operation({
  path: '/signTask/fillSignForm',
  area: 'flows',
  source: 'required',
  writes: true,
  successCode: '0',
  title: { zh: '填写合同', en: 'Fill in contract fields' },
  request: object({
    flowId: id<'Flow'>(),
    components: list(fillComponent),
    finish: optional(boolean()),
  }),
  answer: data(object({ flowId: id<'Flow'>(), flowStatus: flowStatus() })),
  example: {
    flowId: 201,
    components: [{ componentId: 301, participantId: 401, contractFileId: 501, value: '2026-01-31' }],
  },
});

export const signContract = operation({
  path: '/signTask/signContract',
  area: 'flows',
  source: 'required',
  writes: true,
  successCode: '0',
  errors: ['SEAL_NOT_FOUND', '1401', '1402', '1403', '1404'],
  title: { zh: '签署合同', en: 'Sign a contract' },
  request: object({
    flowId: id<'Flow'>(),
    participantId: optional(id<'Participant'>()),
    signComponents: list(signComponent, { max: 500 }),
    fillComponents: optional(list(fillComponent)),
    authType: optional(choice(['sms', 'pwd', 'face'])),
    ...intentFields,
  }),
  answer: data(processResult),
  example: {
    flowId: 201,
    signComponents: [
      {
        componentId: 302,
        participantId: 401,
        contractFileId: 501,
        pageNum: 1,
        positionX: 400,
        positionY: 800,
        fieldType: 0,
        sealId: 601,
        specialAttribute: { sealSpecs: 1, showSignDate: 1 },
      },
    ],
  },
});

export const signWish = operation({
  path: '/signTask/signWish',
  area: 'flows',
  source: 'required',
  writes: true,
  successCode: '0',
  errors: ['1401', '1402', '1403', '1404'],
  title: { zh: '签署意愿认证', en: 'Confirm the intent to sign' },
  request: object({
    flowId: optional(id<'Flow'>()),
    flowIds: optional(list(id<'Flow'>(), { max: 100 })),
    authType: choice(['sms', 'pwd', 'face']),
    ...intentFields,
  }),
  answer: data(object({})),
  example: { flowId: 201, authType: 'sms', verifyCode: '123456' },
});

export const contractList = operation({
  path: '/signTask/contract/list',
  area: 'flows',
  source: 'required',
  title: { zh: '我的合同列表', en: "List the operator's contracts" },
  request: flowListInput,
  answer: page(flowListItem),
  example: { docQueryType: 4, listPageNo: 1, listPageSize: 10 },
});

/** How many contracts all pages of contract/list with the same filters have together. */
export const listCount = operation({
  path: '/signTask/myContract/listCount',
  area: 'flows',
  source: 'required',
  title: { zh: '我的合同数量', en: "Count the operator's contracts" },
  request: flowCountInput,
  answer: data(int32(0)),
  example: { docQueryType: 4 },
});

const flowOnly = object({ flowId: id<'Flow'>() });
const fileOnly = object({ fileId: id<'File'>() });
const filesOfFlow = object({ flowId: id<'Flow'>(), ...pagingFields });

export const contractInfo = operation({
  path: '/signTask/contract/info',
  area: 'flows',
  source: 'required',
  title: { zh: '合同详情', en: 'Contract details' },
  request: flowOnly,
  answer: data(list(flowDetail)),
  example: { flowId: 201 },
});

/** The files of a flow, or one of them. A page of them only where one is asked for. */
export const signFlowContractFileList = operation({
  path: '/signTask/signFlowContractFile/list',
  area: 'flows',
  source: 'required',
  title: { zh: '合同文件列表', en: "List a flow's files" },
  request: object({
    flowId: optional(id<'Flow'>()),
    fileId: optional(id<'File'>()),
    ...pagingFields,
  }),
  answer: data(list(flowFile)),
  example: { flowId: 201 },
});

export const signFlowContractFileInfo = operation({
  path: '/signTask/signFlowContractFile/info',
  area: 'flows',
  source: 'required',
  title: { zh: '合同文件详情', en: "Look up a flow's file" },
  request: fileOnly,
  answer: data(flowFile),
  example: { fileId: 202 },
});

/** One file with all its controls, its pages and the parties. */
export const signFlowContractFileComponentInfoList = operation({
  path: '/signTask/signFlowContractFile/componentInfoList',
  area: 'flows',
  source: 'required',
  title: { zh: '合同文件的控件', en: "A flow's file with its controls" },
  request: fileOnly,
  answer: data(list(flowDetail)),
  example: { fileId: 202 },
});

export const contractTaskInfo = operation({
  path: '/signTask/contract/taskInfo',
  area: 'flows',
  source: 'required',
  title: { zh: '合同任务信息', en: 'Task information of a contract' },
  request: flowOnly,
  answer: data(taskInfo),
  example: { flowId: 201 },
});

export const fillComponentList = operation({
  path: '/signTask/fillComponentList',
  area: 'flows',
  source: 'required',
  title: { zh: '填写控件列表', en: 'List the controls to fill' },
  request: filesOfFlow,
  answer: data(list(flowDetail)),
  example: { flowId: 201 },
});

export const signComponentList = operation({
  path: '/signTask/signComponentList',
  area: 'flows',
  source: 'required',
  title: { zh: '签署控件列表', en: 'List the signature areas' },
  request: filesOfFlow,
  answer: data(list(flowDetail)),
  example: { flowId: 201 },
});

export const contractCancel = operation({
  path: '/signTask/contract/cancel',
  area: 'flows',
  source: 'required',
  writes: true,
  successCode: '0',
  title: { zh: '撤销合同', en: 'Revoke a contract' },
  request: object({ flowId: id<'Flow'>(), cancelMsg: optional(text(0, 1000)) }),
  answer: data(object({})),
  example: { flowId: 201, cancelMsg: '条款有误' },
});

export const contractDownload = operation({
  path: '/signTask/contract/download',
  area: 'flows',
  source: 'required',
  successCode: '0',
  title: { zh: '下载合同', en: 'Download a contract' },
  request: object({
    flowId: id<'Flow'>(),
    fileId: optional(id<'File'>()),
    original: optional(oneOf(0, 1)),
  }),
  answer: fileStream,
  example: { flowId: 201 },
});

const dutyLink = object({
  flowId: id<'Flow'>(),
  participantId: optional(id<'Participant'>()),
  returnUrl: optional(webAddress()),
});

/** A link by which a participant fills; the initiator gets one for anybody, others for themselves. */
export const getFillUrl = operation({
  path: '/signTask/getFillUrl',
  area: 'flows',
  source: 'required',
  writes: true,
  successCode: '0',
  title: { zh: '获取填写链接', en: 'Get a link to fill' },
  request: dutyLink,
  answer: data(text(1, 2000)),
  example: { flowId: 201, returnUrl: 'https://app.example.com/contracts' },
});

/** A link by which a participant signs; the initiator gets one for anybody, others for themselves. */
export const getSignUrl = operation({
  path: '/signTask/getSignUrl',
  area: 'flows',
  source: 'required',
  writes: true,
  successCode: '0',
  title: { zh: '获取签署链接', en: 'Get a link to sign' },
  request: dutyLink,
  answer: data(text(1, 2000)),
  example: { flowId: 201, participantId: 202, returnUrl: 'https://app.example.com/contracts' },
});
