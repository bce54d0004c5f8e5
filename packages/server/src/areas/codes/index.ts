/** Verification codes as callers ask for them. Above flows, since a code says which contract it is for. */
import type { AnyRoute } from '../../operation/handler.js';
import { sendSmsVerifyCode } from './send-sms-verify-code.js';

export { linkUse } from './link-use.js';

export const codeRoutes: readonly AnyRoute[] = [sendSmsVerifyCode];
