/** Sign flows: what other parts may use. */
import type { AnyRoute } from '../../handler.js';
import { contractCancel } from './contract-cancel.js';
import { contractDownload } from './contract-download.js';
import { contractInfo } from './contract-info.js';
import { contractList } from './contract-list.js';
import { contractTaskInfo } from './contract-task-info.js';
import { fillComponentList } from './fill-component-list.js';
import { fillSignForm } from './fill-sign-form.js';
import { getFillUrl } from './get-fill-url.js';
import { getSignUrl } from './get-sign-url.js';
import { listCount } from './list-count.js';
import { signComponentList } from './sign-component-list.js';
import { signContract } from './sign-contract.js';
import { signFlowContractFileComponentInfoList } from './sign-flow-contract-file-component-info-list.js';
import { signFlowContractFileInfo } from './sign-flow-contract-file-info.js';
import { signFlowContractFileList } from './sign-flow-contract-file-list.js';
import { signWish } from './sign-wish.js';
import { startSignFlow } from './start-sign-flow.js';

export { type DutyOfLink, dutyOfLink } from './duty-of-link.js';
export { flowJobs, flowSweeps } from './jobs.js';
export { requireSignable } from './require-signable.js';
export { loadFlow } from './store/load-flow.js';
export { type UnfinishedPart, unfinishedParts } from './store/unfinished-parts.js';

export const flowRoutes: readonly AnyRoute[] = [
  startSignFlow,
  fillSignForm,
  signContract,
  signWish,
  getFillUrl,
  getSignUrl,
  contractList,
  listCount,
  contractInfo,
  contractTaskInfo,
  fillComponentList,
  signComponentList,
  signFlowContractFileList,
  signFlowContractFileInfo,
  signFlowContractFileComponentInfoList,
  contractCancel,
  contractDownload,
];
