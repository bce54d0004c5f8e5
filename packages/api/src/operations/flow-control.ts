/** Sign flows: decisions of initiators and participants, and reminders. */
import { data, operation } from '../operation.js';
import { dateTime, object, optional, text } from '../schema.js';
import { email, mailLanguage } from '../schemas/email.js';
import {
  attachmentId,
  fileName,
  fileUrl,
  flowId,
  mobile,
  participantId,
  psnName,
} from '../schemas/fields.js';

export const contractCancel = operation({
  path: '/signTask/contract/cancel',
  area: 'flows',
  source: 'required',
  writes: true,
  successCode: '0',
  reasons: ['PERMISSION_DENIED', 'FLOW_STATE', 'FLOW_EXPIRED'],
  title: { zh: '撤销合同', en: 'Revoke a contract' },
  links: { draft: 'ownFlow' },
  request: object({ flowId, cancelMsg: optional(text(0, 1000)).means('撤销原因', 'reason for revoking') }),
  answer: data(object({})),
  example: { flowId: 201, cancelMsg: '条款有误' },
});

/** Hides a draft, or a flow that ended without completion, from all lists; files and history are kept. */
export const contractDel = operation({
  path: '/signTask/contract/del',
  area: 'flows',
  source: 'required',
  writes: true,
  successCode: '0',
  reasons: ['PERMISSION_DENIED', 'FLOW_STATE'],
  title: { zh: '删除合同记录', en: 'Delete the record of a contract' },
  links: { draft: 'ownFlow' },
  request: object({ flowId }),
  answer: data(object({})),
  example: { flowId: 201 },
});

/** Changes the remark. `flowDesc` shows it unless the flow ended without completion. */
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

/** Sends a reminder by text message to the parties whose turn it is: once in ten minutes, five times a day at most. */
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

/** A participant refuses, which ends the flow for all parties. */
export const contractRefuse = operation({
  path: '/signTask/contract/refuse',
  area: 'flows',
  source: 'required',
  writes: true,
  ownPart: true,
  successCode: '0',
  reasons: ['PERMISSION_DENIED', 'OWN_SESSION_REQUIRED', 'FLOW_STATE', 'FLOW_EXPIRED', 'NOT_VERIFIED'],
  title: { zh: '拒签', en: 'Refuse a contract' },
  links: { sign: 'ownFlow', fill: 'ownFlow' },
  request: object({ flowId, refuseMsg: optional(text(0, 1000)).means('拒签原因', 'reason for refusing') }),
  answer: data(object({})),
  example: { flowId: 201, refuseMsg: '金额不符' },
});

/** Sets a later deadline. */
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

/** Hands the acting member's part to another member of the enterprise. */
export const contractTransfer = operation({
  path: '/signTask/contract/transfer',
  area: 'flows',
  source: 'required',
  writes: true,
  successCode: '0',
  reasons: ['NAME_MISMATCH', 'PERMISSION_DENIED', 'FLOW_STATE', 'FLOW_EXPIRED', 'NOT_VERIFIED'],
  title: { zh: '转交同事办理', en: 'Transfer a part to a colleague' },
  request: object({
    flowId,
    participantId: optional(participantId),
    psnAccount: mobile().means('经办人手机号', 'mobile number of the acting person'),
    psnName,
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
  title: { zh: '更换签署人', en: 'Replace the person of a part' },
  request: object({
    flowId,
    participantId,
    psnAccount: mobile().means('经办人手机号', 'mobile number of the acting person'),
    psnName,
    email: optional(email()),
    language: optional(mailLanguage),
  }),
  answer: data(object({})),
  example: { flowId: 201, participantId: 401, psnAccount: '13800138001', psnName: '李四' },
});

/** Adds an attachment, which is not signed, to a contract. */
export const contractAddAttachment = operation({
  path: '/signTask/contract/addAttachment',
  area: 'flows',
  source: 'required',
  writes: true,
  successCode: '0',
  reasons: ['PERMISSION_DENIED', 'OWN_SESSION_REQUIRED', 'FLOW_STATE', 'FLOW_EXPIRED', 'NOT_VERIFIED'],
  title: { zh: '补充附件', en: 'Add an attachment' },
  links: { sign: 'ownFlow', fill: 'ownFlow' },
  request: object({ flowId, fileName: fileName(), fileUrl: fileUrl() }),
  answer: data(object({ attachmentId })),
  example: { flowId: 201, fileName: '营业执照.pdf', fileUrl: 'files/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.pdf' },
});
