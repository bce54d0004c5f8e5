/** Sign flows: start, fill, intent, sign, look, revoke, download. */
import { data, fileStream, operation, page } from './operation.js';
import {
  boolean,
  choice,
  dateTime,
  described,
  id,
  int32,
  list,
  object,
  oneOf,
  optional,
  text,
} from './schema.js';
import { directComponent } from './schemas/component.js';
import { fileName, fileUrl, mobile, name } from './schemas/fields.js';
import {
  directComponentsInput,
  directStartFields,
  directStartInput,
  dryRun,
  enterpriseCountInput,
  enterpriseListInput,
  fillComponent,
  flowCountInput,
  flowDetail,
  flowFile,
  flowListInput,
  flowListItem,
  flowStatus,
  intentFields,
  listByMobileInput,
  signComponent,
  signedTogether,
  signResult,
  startedFlow,
  taskInfo,
  templateStartFields,
} from './schemas/flow.js';
import { pagingFields } from './schemas/paging.js';
import { webAddress } from './schemas/web-address.js';

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
  request: object({
    templateId: optional(id<'Template'>()),
    templateCode: optional(text(1, 100)),
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

/** Starts a flow of uploaded files; everybody places their marks freely. */
export const directSignFlow = operation({
  path: '/signTask/directSignFlow',
  area: 'flows',
  source: 'required',
  writes: true,
  reasons: ['NAME_MISMATCH', 'NOT_VERIFIED', 'BALANCE_NOT_ENOUGH', 'PAYEE_BALANCE_NOT_ENOUGH'],
  title: { zh: '直接发起合同', en: 'Start a flow without a template' },
  request: directStartInput,
  answer: data(startedFlow),
  example: directExample,
});

/** Starts a flow of uploaded files with controls in their places. */
export const directComponentSignFlow = operation({
  path: '/signTask/directComponentSignFlow',
  area: 'flows',
  source: 'required',
  writes: true,
  reasons: ['NAME_MISMATCH', 'NOT_VERIFIED', 'BALANCE_NOT_ENOUGH', 'PAYEE_BALANCE_NOT_ENOUGH'],
  title: { zh: '指定位置直接发起合同', en: 'Start a flow without a template, with controls' },
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

/** Makes a draft and a link to the page where the initiator places areas on it and sends it. */
export const getDesignatedSignatureUrl = operation({
  path: '/signTask/getDesignatedSignatureUrl',
  area: 'flows',
  source: 'required',
  writes: true,
  reasons: ['NAME_MISMATCH', 'NOT_VERIFIED', 'BALANCE_NOT_ENOUGH', 'PAYEE_BALANCE_NOT_ENOUGH'],
  title: { zh: '获取指定位置发起链接', en: 'Get a link to place areas on a new flow' },
  request: object({ ...directStartFields, returnUrl: optional(webAddress()) }),
  answer: data(text(1, 4000)),
  example: directExample,
});

/** Sends a draft, with the controls that were placed on it: from then on it is a flow like any other. */
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
  request: object({
    flowId: id<'Flow'>(),
    components: optional(list(directComponent, { max: 1000 })),
  }),
  answer: data(object({ flowId: id<'Flow'>(), flowStatus: flowStatus() })),
  example: { flowId: 201, components: [] },
});

export const fillSignForm = operation({
  path: '/signTask/fillSignForm',
  area: 'flows',
  source: 'required',
  writes: true,
  successCode: '0',
  reasons: ['PERMISSION_DENIED', 'FLOW_STATE', 'FLOW_EXPIRED', 'NOT_YOUR_TURN', 'NOT_VERIFIED'],
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
  reasons: [
    'PERMISSION_DENIED',
    'FLOW_STATE',
    'FLOW_EXPIRED',
    'NOT_YOUR_TURN',
    'NOT_VERIFIED',
    'FEE_UNPAID',
    'PAYMENT_REQUIRED',
    'AWAITING_APPROVAL',
    'WISH_REQUIRED',
    'CONTENT_CHANGED',
    'OWN_WINDOW_REQUIRED',
    'SEAL_NOT_USABLE',
    'CODE_WRONG',
    'CODE_ENDED',
  ],
  title: { zh: '签署合同', en: 'Sign a contract' },
  request: object({
    flowId: id<'Flow'>(),
    participantId: optional(id<'Participant'>()),
    signComponents: list(signComponent, { max: 500 }),
    fillComponents: optional(list(fillComponent)),
    authType: optional(choice(['sms', 'pwd', 'face'])),
    ...intentFields,
    shown: optional(text(64, 64)),
    others: optional(list(signedTogether, { max: 20 })),
  }),
  answer: data(signResult),
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
  errors: ['SEAL_NOT_FOUND', '1401', '1402', '1403', '1404'],
  reasons: [
    'PERMISSION_DENIED',
    'FLOW_STATE',
    'FLOW_EXPIRED',
    'NOT_VERIFIED',
    'OWN_WINDOW_REQUIRED',
    'SEAL_NOT_USABLE',
    'CODE_WRONG',
    'CODE_ENDED',
  ],
  title: { zh: '签署意愿认证', en: 'Confirm the intent to sign' },
  request: object({
    flowId: optional(id<'Flow'>()),
    flowIds: optional(list(id<'Flow'>(), { max: 100 })),
    participantId: optional(id<'Participant'>()),
    signComponents: optional(list(signComponent, { max: 500 })),
    fillComponents: optional(list(fillComponent)),
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

/** All contracts that the filters of contract/list find, as a workbook; the fields of paging limit nothing. */
export const contractExport = operation({
  path: '/signTask/contract/export',
  area: 'flows',
  source: 'required',
  title: { zh: '导出我的合同', en: "Export the operator's contracts" },
  request: flowListInput,
  answer: fileStream,
  example: { docQueryType: 0 },
});

/** The contracts of an enterprise, but for confidential ones. */
export const enterpriseContractsList = operation({
  path: '/signTask/enterpriseContracts/list',
  area: 'flows',
  source: 'required',
  openCorp: true,
  right: 'manageContracts',
  title: { zh: '企业合同列表', en: "List an enterprise's contracts" },
  request: enterpriseListInput,
  answer: page(flowListItem),
  example: { flowStatus: 2, listPageNo: 1, listPageSize: 10 },
});

export const enterpriseContractsCount = operation({
  path: '/signTask/enterpriseContracts/enterpriseContractsCount',
  area: 'flows',
  source: 'required',
  openCorp: true,
  right: 'manageContracts',
  title: { zh: '企业合同数量', en: "Count an enterprise's contracts" },
  request: enterpriseCountInput,
  answer: data(int32(0)),
  example: { flowStatus: 2 },
});

/** As contract/export, for enterpriseContracts/list. */
export const enterpriseContractsExport = operation({
  path: '/signTask/enterpriseContracts/export',
  area: 'flows',
  source: 'required',
  openCorp: true,
  right: 'manageContracts',
  title: { zh: '导出企业合同', en: "Export an enterprise's contracts" },
  request: enterpriseListInput,
  answer: fileStream,
  example: { flowStatus: 3 },
});

/** Contracts with a signer of that mobile, as far as the operator may see them. */
export const listByMobile = operation({
  path: '/signTask/contract/listByMobile',
  area: 'flows',
  source: 'required',
  title: { zh: '按签署人手机号查询合同', en: "List contracts by a signer's mobile" },
  request: listByMobileInput,
  answer: page(flowListItem),
  example: { mobile: '13800138000', listPageNo: 1, listPageSize: 10 },
});

const flowOnly = object({ flowId: id<'Flow'>() });
const fileOnly = object({ fileId: id<'File'>() });
const filesOfFlow = object({ flowId: id<'Flow'>(), ...pagingFields });

export const contractInfo = operation({
  path: '/signTask/contract/info',
  area: 'flows',
  source: 'required',
  reasons: ['PERMISSION_DENIED'],
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
  reasons: ['PERMISSION_DENIED'],
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
  reasons: ['PERMISSION_DENIED'],
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
  reasons: ['PERMISSION_DENIED'],
  title: { zh: '合同文件的控件', en: "A flow's file with its controls" },
  request: fileOnly,
  answer: data(list(flowDetail)),
  example: { fileId: 202 },
});

export const contractTaskInfo = operation({
  path: '/signTask/contract/taskInfo',
  area: 'flows',
  source: 'required',
  reasons: ['PERMISSION_DENIED'],
  title: { zh: '合同任务信息', en: 'Task information of a contract' },
  request: flowOnly,
  answer: data(taskInfo),
  example: { flowId: 201 },
});

export const fillComponentList = operation({
  path: '/signTask/fillComponentList',
  area: 'flows',
  source: 'required',
  reasons: ['PERMISSION_DENIED'],
  title: { zh: '填写控件列表', en: 'List the controls to fill' },
  request: filesOfFlow,
  answer: data(list(flowDetail)),
  example: { flowId: 201 },
});

export const signComponentList = operation({
  path: '/signTask/signComponentList',
  area: 'flows',
  source: 'required',
  reasons: ['PERMISSION_DENIED'],
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
  reasons: ['PERMISSION_DENIED', 'FLOW_STATE', 'FLOW_EXPIRED'],
  title: { zh: '撤销合同', en: 'Revoke a contract' },
  request: object({ flowId: id<'Flow'>(), cancelMsg: optional(text(0, 1000)) }),
  answer: data(object({})),
  example: { flowId: 201, cancelMsg: '条款有误' },
});

/** Takes a draft or a flow that ended without completion out of every list; files and history stay. */
export const contractDel = operation({
  path: '/signTask/contract/del',
  area: 'flows',
  source: 'required',
  writes: true,
  successCode: '0',
  reasons: ['PERMISSION_DENIED', 'FLOW_STATE'],
  title: { zh: '删除合同记录', en: 'Delete the record of a contract' },
  request: flowOnly,
  answer: data(object({})),
  example: { flowId: 201 },
});

/** Changes the remark, which `flowDesc` shows as long as the flow has not ended without completion. */
export const contractModify = operation({
  path: '/signTask/contract/modify',
  area: 'flows',
  source: 'required',
  writes: true,
  successCode: '0',
  reasons: ['PERMISSION_DENIED'],
  title: { zh: '修改合同备注', en: 'Change the remark of a contract' },
  request: object({ flowId: id<'Flow'>(), remark: text(0, 1000) }),
  answer: data(object({})),
  example: { flowId: 201, remark: '请尽快签署' },
});

/** Reminds whoever's turn it is by text message: once in ten minutes, five times a day. */
export const signFlowRemind = operation({
  path: '/signTask/signFlowRemind',
  area: 'flows',
  source: 'required',
  writes: true,
  successCode: '0',
  errors: ['1301'],
  reasons: ['PERMISSION_DENIED', 'FLOW_STATE', 'FLOW_EXPIRED'],
  title: { zh: '催办', en: 'Remind the pending party' },
  request: flowOnly,
  answer: data(object({})),
  example: { flowId: 201 },
});

/** A participant declines: the flow ends for everybody. */
export const contractRefuse = operation({
  path: '/signTask/contract/refuse',
  area: 'flows',
  source: 'required',
  writes: true,
  successCode: '0',
  reasons: ['PERMISSION_DENIED', 'OWN_SESSION_REQUIRED', 'FLOW_STATE', 'FLOW_EXPIRED', 'NOT_VERIFIED'],
  title: { zh: '拒签', en: 'Refuse a contract' },
  request: object({ flowId: id<'Flow'>(), refuseMsg: optional(text(0, 1000)) }),
  answer: data(object({})),
  example: { flowId: 201, refuseMsg: '金额不符' },
});

/** Gives a flow another deadline. */
export const contractExtend = operation({
  path: '/signTask/contract/extend',
  area: 'flows',
  source: 'required',
  writes: true,
  successCode: '0',
  reasons: ['PERMISSION_DENIED', 'FLOW_STATE', 'FLOW_EXPIRED'],
  title: { zh: '延长截止时间', en: 'Extend the deadline' },
  request: object({ flowId: id<'Flow'>(), expireDate: dateTime('end') }),
  answer: data(object({})),
  example: { flowId: 201, expireDate: '2099-12-31 18:00:00' },
});

/** Hands one's own part to a colleague. */
export const contractTransfer = operation({
  path: '/signTask/contract/transfer',
  area: 'flows',
  source: 'required',
  writes: true,
  successCode: '0',
  reasons: ['NAME_MISMATCH', 'PERMISSION_DENIED', 'FLOW_STATE', 'FLOW_EXPIRED', 'NOT_VERIFIED'],
  title: { zh: '转交同事办理', en: 'Hand a part to a colleague' },
  request: object({
    flowId: id<'Flow'>(),
    participantId: optional(id<'Participant'>()),
    psnAccount: mobile(),
    psnName: name(),
  }),
  answer: data(object({})),
  example: { flowId: 201, psnAccount: '13800138001', psnName: '李四' },
});

/** The initiator names another person for a part that is not signed yet. */
export const contractChangeParticipant = operation({
  path: '/signTask/contract/changeParticipant',
  area: 'flows',
  source: 'required',
  writes: true,
  successCode: '0',
  reasons: ['NAME_MISMATCH', 'PERMISSION_DENIED', 'FLOW_STATE', 'FLOW_EXPIRED', 'PARTY_FIXED'],
  title: { zh: '更换签署人', en: 'Name another person for a part' },
  request: object({
    flowId: id<'Flow'>(),
    participantId: id<'Participant'>(),
    psnAccount: mobile(),
    psnName: name(),
  }),
  answer: data(object({})),
  example: { flowId: 201, participantId: 401, psnAccount: '13800138001', psnName: '李四' },
});

/** Adds a file that is not signed to what comes along with the contract. */
export const contractAddAttachment = operation({
  path: '/signTask/contract/addAttachment',
  area: 'flows',
  source: 'required',
  writes: true,
  successCode: '0',
  reasons: ['PERMISSION_DENIED', 'OWN_SESSION_REQUIRED', 'FLOW_STATE', 'FLOW_EXPIRED', 'NOT_VERIFIED'],
  title: { zh: '补充附件', en: 'Add an attachment' },
  request: object({ flowId: id<'Flow'>(), fileName: fileName(), fileUrl: fileUrl() }),
  answer: data(object({ attachmentId: id<'Attachment'>() })),
  example: { flowId: 201, fileName: '营业执照.pdf', fileUrl: 'files/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.pdf' },
});

export const contractDownload = operation({
  path: '/signTask/contract/download',
  area: 'flows',
  source: 'required',
  successCode: '0',
  reasons: ['PERMISSION_DENIED', 'FLOW_STATE'],
  title: { zh: '下载合同', en: 'Download a contract' },
  request: object({
    flowId: id<'Flow'>(),
    fileId: optional(id<'File'>()),
    original: optional(oneOf(0, 1)),
    checkCopy: optional(
      described(
        oneOf(0, 1),
        '1：打印核验件，每页带二维码，指向核验页；不是签署原件',
        '1: a print copy whose QR code opens the page that checks it; not the signed original',
      ),
    ),
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
  reasons: ['PERMISSION_DENIED', 'FLOW_STATE', 'FLOW_EXPIRED'],
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
  reasons: ['PERMISSION_DENIED', 'FLOW_STATE', 'FLOW_EXPIRED'],
  title: { zh: '获取签署链接', en: 'Get a link to sign' },
  request: dutyLink,
  answer: data(text(1, 2000)),
  example: { flowId: 201, participantId: 202, returnUrl: 'https://app.example.com/contracts' },
});
