/** The handlers of the area's operations; a new one is one line. */
export { sendSmsVerifyCode } from './send-sms-verify-code.js';
