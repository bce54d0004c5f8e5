/** Text messages: codes to prove a mobile, and notices. What other parts may use. */
import type { AnyRoute } from '../../handler.js';
import { sendSmsVerifyCodeRoute } from './send-sms-verify-code.js';

export { isCodeToJoin } from './code-to-join.js';
export { isCodeToOpen, sendCodeToOpen } from './code-to-open.js';
export { type Notice, sendNotice, smsJobs } from './notice.js';
export { type CodeRequest, sendCode } from './send-code.js';
export { checkCode } from './verification-code.js';

export const smsRoutes: readonly AnyRoute[] = [sendSmsVerifyCodeRoute];
