/** Every operation of the interface, in the order of the specification. */
import { getAccessToken } from './credentials.js';
import { baseInfo, queryAccountHistoryList } from './enterprise.js';
import {
  contractCancel,
  contractDownload,
  contractInfo,
  contractList,
  contractTaskInfo,
  fillComponentList,
  fillSignForm,
  listCount,
  signComponentList,
  signContract,
  signWish,
  startSignFlow,
} from './flows.js';
import { infoByCorpId, infoByMobileOrName, memberAuth, memberCreate } from './members.js';
import type { Operation } from './operation.js';
import {
  corpPreView,
  createSealByImage,
  createSealByTemplate,
  getSealInfo,
  getSealListByPage,
  sealModify,
  updDefault,
  uploadSealFile,
  uploadSealFilePreView,
} from './seals.js';
import { sendSmsVerifyCode } from './sms.js';
import {
  addComponent,
  addTemplate,
  templateComponentInfoList,
  templateInfo,
  templateList,
  updateStatus,
  uploadContractFile,
} from './templates.js';

export const registry: readonly Operation[] = [
  getAccessToken,
  createSealByTemplate,
  createSealByImage,
  uploadSealFile,
  corpPreView,
  uploadSealFilePreView,
  getSealListByPage,
  getSealInfo,
  sealModify,
  updDefault,
  memberCreate,
  infoByCorpId,
  infoByMobileOrName,
  memberAuth,
  baseInfo,
  queryAccountHistoryList,
  sendSmsVerifyCode,
  uploadContractFile,
  addTemplate,
  addComponent,
  templateComponentInfoList,
  templateList,
  templateInfo,
  updateStatus,
  startSignFlow,
  fillSignForm,
  signContract,
  signWish,
  contractList,
  listCount,
  contractInfo,
  contractTaskInfo,
  fillComponentList,
  signComponentList,
  contractCancel,
  contractDownload,
];
