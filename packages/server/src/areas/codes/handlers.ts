/** The handlers of the area's operations. */
export { sendSmsVerifyCode } from './send-sms-verify-code.js';
