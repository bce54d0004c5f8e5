/**
 * Verification codes requested by callers. This area lies above flows, because a code names the contract that it is
 * for.
 */
import * as sms from '@cinnabar/api/operations/sms.js';
import { routesOf } from '../../operation/handler.js';
import * as handlers from './handlers.js';

export { linkUse } from './link-use.js';

export const codeRoutes = routesOf(sms, handlers);
