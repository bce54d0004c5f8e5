/** Sign flows: what their participants and initiators do with them. */
import { data, operation } from './operation.js';
import { boolean, choice, dateTime, id, list, object, optional, text } from './schema.js';
import { fileName, fileUrl, mobile, name } from './schemas/fields.js';
import {
  fillComponent,
  flowStatus,
  intentFields,
  signComponent,
  signedTogether,
  signResult,
} from './schemas/flow.js';
import { webAddress } from './schemas/web-address.js';

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
  request: object({ flowId: id<'Flow'>() }),
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
  request: object({ flowId: id<'Flow'>() }),
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
