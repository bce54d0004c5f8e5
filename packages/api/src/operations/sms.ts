/** Verification codes by text message. */
import { data, operation } from '../operation.js';
import { choice, type Infer, id, list, object, optional } from '../schema.js';
import { mobile } from '../schemas/fields.js';

/** Purpose of a code: register or login, signing, approval, change of the signing password. */
export const smsTypes = ['commSms', 'sign', 'approval', 'signPwd'] as const;

export type SmsType = (typeof smsTypes)[number];

const request = object({
  mobile: mobile(),
  smsType: choice(smsTypes).means('验证码用途', 'purpose of the code'),
  flowId: optional(id<'Flow'>()).means(
    '验证码所用于的合同；缺省可用于任一合同',
    'flow that the code is for; any one flow by default',
  ),
  flowIds: optional(list(id<'Flow'>(), { max: 100 })).means(
    '验证码所用于的多份合同',
    'flows that the code is for',
  ),
  sealId: optional(id<'Seal'>()).means(
    '自动落章的印章编号，代替合同',
    'seal id, instead of a flow, for automatic placement',
  ),
  approvalIds: optional(list(id<'Approval'>(), { max: 100 })).means(
    '验证码所用于的审批；缺省可用于任一审批',
    'approvals that the code is for; any one approval by default',
  ),
});

export type SendSmsVerifyCode = Infer<typeof request>;

/** Sends a new code, which replaces the application's previous one for the same purpose. */
export const sendSmsVerifyCode = operation({
  path: '/sms/sendSmsVerifyCode',
  area: 'sms',
  writes: true,
  ownPart: true,
  links: { sign: 'codeToSign', approval: 'codeToApprove', access: 'codeToSignOnly' },
  request,
  answer: data(object({})),
  errors: ['SEAL_NOT_FOUND', '1202', '1203'],
  reasons: ['CODE_LIMITED', 'PERMISSION_DENIED'],
  title: { zh: '发送短信验证码', en: 'Send a verification code' },
  example: { mobile: '13800138000', smsType: 'sign' },
});
