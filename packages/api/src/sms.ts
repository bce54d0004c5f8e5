/** Verification codes by text message. */
import { data, operation } from './operation.js';
import { choice, type Infer, id, list, object, optional } from './schema.js';
import { mobile } from './schemas/fields.js';

/** What a code is for: register or login, signing, approval, change of the signing password. */
export const smsTypes = ['commSms', 'sign', 'approval', 'signPwd'] as const;

export type SmsType = (typeof smsTypes)[number];

const request = object({
  mobile: mobile(),
  smsType: choice(smsTypes),
  /** Of `sign`: what the message names, and the code is good for; without, any one contract for this application. */
  flowId: optional(id<'Flow'>()),
  flowIds: optional(list(id<'Flow'>(), { max: 100 })),
  /** Of `sign`: not a contract, but that this seal is placed automatically, as addSealAuthor wants it. */
  sealId: optional(id<'Seal'>()),
  /** Of `approval`: what the message names, and the code is good for; without, any one. */
  approvalIds: optional(list(id<'Approval'>(), { max: 100 })),
});

export type SendSmsVerifyCode = Infer<typeof request>;

/** Sends a new code, which takes the place of the last one that this application asked for to the same purpose. */
export const sendSmsVerifyCode = operation({
  path: '/sms/sendSmsVerifyCode',
  area: 'sms',
  writes: true,
  request,
  answer: data(object({})),
  errors: ['SEAL_NOT_FOUND', '1202', '1203'],
  reasons: ['CODE_LIMITED', 'PERMISSION_DENIED'],
  title: { zh: '发送短信验证码', en: 'Send a verification code' },
  example: { mobile: '13800138000', smsType: 'sign' },
});
