/** Verification codes by text message. */
import { data, operation } from './operation.js';
import { choice, object } from './schema.js';
import { mobile } from './schemas/fields.js';

/** What a code is for: register or login, signing, approval, change of the signing password. */
export const smsTypes = ['commSms', 'sign', 'approval', 'signPwd'] as const;

export type SmsType = (typeof smsTypes)[number];

/** Sends a new code, which takes the place of the last one of that mobile and scenario. */
export const sendSmsVerifyCode = operation({
  path: '/sms/sendSmsVerifyCode',
  area: 'sms',
  writes: true,
  request: object({ mobile: mobile(), smsType: choice(smsTypes) }),
  answer: data(object({})),
  errors: ['1202', '1203'],
  title: { zh: '发送短信验证码', en: 'Send a verification code' },
  example: { mobile: '13800138000', smsType: 'sign' },
});
