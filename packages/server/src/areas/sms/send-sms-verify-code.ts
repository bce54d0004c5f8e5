import { sendSmsVerifyCode } from '@cinnabar/api/sms.js';
import { route } from '../../handler.js';
import { sendCode } from './send-code.js';

export const sendSmsVerifyCodeRoute = route('operator', sendSmsVerifyCode, async (ctx, input) => {
  await sendCode(ctx, input.mobile, input.smsType);
  return ctx.act(async () => ({}));
});
