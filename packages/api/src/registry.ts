/** Every operation of the interface, in the order of the specification. */
import { getAccessToken } from './credentials.js';
import { baseInfo, queryAccountHistoryList } from './enterprise.js';
import { infoByCorpId, memberAuth, memberCreate } from './members.js';
import type { Operation } from './operation.js';
import { sendSmsVerifyCode } from './sms.js';

export const registry: readonly Operation[] = [
  getAccessToken,
  memberCreate,
  infoByCorpId,
  memberAuth,
  baseInfo,
  queryAccountHistoryList,
  sendSmsVerifyCode,
];
