/** Verification codes as callers ask for them. Above flows, since a code says which contract it is for. */
import * as sms from '@cinnabar/api/operations/sms.js';
import { routesOf } from '../../operation/handler.js';
import { sendSmsVerifyCode } from './send-sms-verify-code.js';

export { linkUse } from './link-use.js';

export const codeRoutes = routesOf(sms, { sendSmsVerifyCode });
