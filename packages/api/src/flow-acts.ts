/** Sign flows: what their participants and initiators do with them. */
import { data, operation } from './operation.js';
import { boolean, choice, dateTime, id, list, object, optional, text } from './schema.js';
import {
  attachmentId,
  fileName,
  fileUrl,
  flowId,
  mobile,
  name,
  participantId,
  returnUrl,
} from './schemas/fields.js';
import {
  fillComponent,
  flowStatus,
  intentFields,
  signComponent,
  signedTogether,
  signResult,
} from './schemas/flow.js';

export const fillSignForm = operation({
  path: '/signTask/fillSignForm',
  area: 'flows',
  source: 'required',
  writes: true,
  successCode: '0',
  reasons: ['PERMISSION_DENIED', 'FLOW_STATE', 'FLOW_EXPIRED', 'NOT_YOUR_TURN', 'NOT_VERIFIED'],
  title: { zh: '填写合同', en: 'Fill in contract fields' },
  request: object({
    flowId,
    components: list(fillComponent).means('控件', 'controls'),
    finish: optional(boolean()).means('false 表示只保存', 'false: values are only saved'),
  }),
  answer: data(object({ flowId, flowStatus: flowStatus() })),
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
    flowId,
    participantId: optional(participantId),
    signComponents: list(signComponent, { max: 500 }).means('签署指令', 'signing commands'),
    fillComponents: optional(list(fillComponent)).means('填写的值', 'values to fill in'),
    authType: optional(choice(['sms', 'pwd', 'face'])).means('认证方式', 'method of proof'),
    ...intentFields,
    shown: optional(text(64, 64)).means(
      '签署人所见内容的 SHA-256，十六进制；与现状不符则拒绝',
      'SHA-256 of the content that was shown, hexadecimal; the request is refused where it is no longer current',
    ),
    others: optional(list(signedTogether, { max: 20 })).means(
      '以同一认证一并签署的其他合同',
      'other contracts signed with the same proof',
    ),
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
    flowId: optional(flowId),
    flowIds: optional(list(id<'Flow'>(), { max: 100 })).means(
      '一次意愿认证用于多份合同',
      'flows that one proof of intent is for',
    ),
    participantId: optional(participantId),
    signComponents: optional(list(signComponent, { max: 500 })).means('签署指令', 'signing commands'),
    fillComponents: optional(list(fillComponent)).means('填写的值', 'values to fill in'),
    authType: choice(['sms', 'pwd', 'face']).means('认证方式', 'method of proof'),
    ...intentFields,
  }),
  answer: data(object({})),
  example: { flowId: 201, authType: 'sms', verifyCode: '123456' },
});

export const contractCancel = operation({
  path: '/signTask/contract/cancel',
  area: 'flows',
  source: 'required',
  writes: true,
  successCode: '0',
  reasons: ['PERMISSION_DENIED', 'FLOW_STATE', 'FLOW_EXPIRED'],
  title: { zh: '撤销合同', en: 'Revoke a contract' },
  request: object({ flowId, cancelMsg: optional(text(0, 1000)).means('撤销原因', 'reason for revoking') }),
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
  request: object({ flowId }),
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
  request: object({ flowId, remark: text(0, 1000).means('备注', 'remark') }),
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
  request: object({ flowId }),
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
  request: object({ flowId, refuseMsg: optional(text(0, 1000)).means('拒签原因', 'reason for refusing') }),
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
  request: object({ flowId, expireDate: dateTime('end').means('截止时间', 'deadline') }),
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
    flowId,
    participantId: optional(participantId),
    psnAccount: mobile().means('经办人手机号', 'mobile number of the acting person'),
    psnName: name().means('姓名', 'name of the person'),
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
    flowId,
    participantId,
    psnAccount: mobile().means('经办人手机号', 'mobile number of the acting person'),
    psnName: name().means('姓名', 'name of the person'),
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
  request: object({ flowId, fileName: fileName(), fileUrl: fileUrl() }),
  answer: data(object({ attachmentId })),
  example: { flowId: 201, fileName: '营业执照.pdf', fileUrl: 'files/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.pdf' },
});

const dutyLink = object({
  flowId,
  participantId: optional(participantId),
  returnUrl,
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
