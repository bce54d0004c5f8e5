/** Approvals: for using a seal that requires consent, and for contracts before they are sent. */
import { ApprovalStatus } from '../enums.js';
import { data, operation, page } from '../operation.js';
import { list, object, oneOf, optional, text } from '../schema.js';
import {
  approvalDecision,
  approvalInfo,
  approvalListInput,
  approvalProofFields,
  batchProcess,
  flowProcess,
} from '../schemas/approval.js';
import { approvalId, authType, flowId } from '../schemas/fields.js';

const approval = { area: 'approvals', source: 'required', successCode: '0' } as const;

/** Lists approvals that the acting member must decide, has decided or requested, or can examine. */
export const getApprovalList = operation({
  ...approval,
  path: '/signTask/getApprovalList',
  title: { zh: '审批列表', en: 'List approvals' },
  request: approvalListInput,
  answer: page(approvalInfo),
  example: { docQueryType: 0, listPageNo: 1, listPageSize: 10 },
});

export const getApprovalInfo = operation({
  ...approval,
  path: '/signTask/getApprovalInfo',
  links: { approval: 'ownApproval' },
  reasons: ['PERMISSION_DENIED'],
  title: { zh: '审批详情', en: 'Look up an approval' },
  request: object({ approvalId }),
  answer: data(approvalInfo),
  example: { approvalId: 701 },
});

/** Approves or rejects. The first decision counts; an approved act is carried out at once. */
export const approvalSign = operation({
  ...approval,
  path: '/signTask/approvalSign',
  links: { approval: 'ownApproval' },
  writes: true,
  errors: ['1401', '1402', '1403', '1404'],
  reasons: [
    'PERMISSION_DENIED',
    'FLOW_STATE',
    'FLOW_EXPIRED',
    'APPROVAL_AUTH_REQUIRED',
    'OWN_WINDOW_REQUIRED',
    'CONTENT_CHANGED',
    'NOT_YOUR_TURN',
    'NOT_VERIFIED',
    'CERTIFICATE_ENDED',
    'FEE_UNPAID',
    'PAYMENT_REQUIRED',
    'WISH_REQUIRED',
    'SEAL_NOT_USABLE',
    'CODE_WRONG',
    'CODE_ENDED',
    'BALANCE_NOT_ENOUGH',
    'PAYEE_BALANCE_NOT_ENOUGH',
  ],
  title: { zh: '审批', en: 'Decide an approval' },
  request: approvalDecision,
  answer: data(flowProcess),
  example: { approvalId: 701, approvalStatus: 2 },
});

/** Makes 1 to 100 decisions, each independently and in order. The first proof among them covers all. */
export const batchApprovalSign = operation({
  ...approval,
  path: '/signTask/batchApprovalSign',
  links: { approval: 'any' },
  writes: true,
  errors: ['1401', '1402', '1403', '1404'],
  reasons: ['OWN_WINDOW_REQUIRED', 'CODE_WRONG', 'CODE_ENDED'],
  title: { zh: '批量审批', en: 'Decide a batch of approvals' },
  request: list(approvalDecision, { min: 1, max: 100 }),
  answer: data(batchProcess),
  example: [{ approvalId: 701, approvalStatus: 2 }],
});

/** Withdraws a request: the signer may sign or request again; a contract that awaits approval is revoked. */
export const approvalCancel = operation({
  ...approval,
  path: '/signTask/approvalCancel',
  links: { sign: 'ownRequest', draft: 'ownRequest' },
  writes: true,
  reasons: ['PERMISSION_DENIED', 'FLOW_STATE'],
  title: { zh: '撤回审批', en: 'Withdraw an approval' },
  request: object({
    approvalId,
    approvalStatus: oneOf(ApprovalStatus.withdrawn).means('4 撤回', '4: withdraw'),
    failReason: optional(text(0, 1000)).means('驳回或撤回原因', 'reason for rejection or withdrawal'),
  }),
  answer: data(flowProcess),
  example: { approvalId: 701, approvalStatus: 4, failReason: '重新提交' },
});

/** Proves the approver's identity for one decision within ten minutes. */
export const approvalSignAuth = operation({
  ...approval,
  path: '/signTask/approvalSignAuth',
  writes: true,
  errors: ['1401', '1402', '1403', '1404'],
  reasons: ['PERMISSION_DENIED', 'FLOW_STATE', 'CODE_WRONG', 'CODE_ENDED'],
  title: { zh: '审批身份核验', en: 'Confirm the identity of an approver' },
  request: object({
    approvalId,
    authType,
    ...approvalProofFields,
  }),
  answer: data(object({})),
  example: { approvalId: 701, authType: 'sms', verifyCode: '123456' },
});

/** Returns a link for the acting member as approver, by approval or by the flow that awaits it. */
export const getApprovalSignUrl = operation({
  ...approval,
  path: '/signTask/getApprovalSignUrl',
  writes: true,
  reasons: ['PERMISSION_DENIED', 'FLOW_STATE'],
  title: { zh: '获取审批链接', en: 'Get a link to an approval' },
  request: object({ approvalId: optional(approvalId), flowId: optional(flowId) }),
  answer: data(text(1, 4000)),
  example: { approvalId: 701 },
});
