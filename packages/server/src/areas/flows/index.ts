/** Sign flows: what the composition root and other areas need of them. */
import type { AnyRoute } from '../../handler.js';
import { contractCancel } from './contract-cancel.js';
import { contractDownload } from './contract-download.js';
import { contractInfo } from './contract-info.js';
import { contractList } from './contract-list.js';
import { contractTaskInfo } from './contract-task-info.js';
import { fillComponentList } from './fill-component-list.js';
import { fillSignForm } from './fill-sign-form.js';
import { listCount } from './list-count.js';
import { signComponentList } from './sign-component-list.js';
import { signContract } from './sign-contract.js';
import { signFlowContractFileComponentInfoList } from './sign-flow-contract-file-component-info-list.js';
import { signFlowContractFileInfo } from './sign-flow-contract-file-info.js';
import { signFlowContractFileList } from './sign-flow-contract-file-list.js';
import { signWish } from './sign-wish.js';
import { startSignFlow } from './start-sign-flow.js';

export { seeFlow, viewerOf } from './access.js';
export { type Actor, actorDetail, actorOf } from './actor.js';
export { flowExpired, flowRefused, flowRevoked } from './events.js';
export { type Flow, FlowStatus, type Participant, type Payee } from './flow.js';
export { flowJobs, flowSweeps } from './jobs.js';
export { flowOfEntry, givesBackOnRevoke } from './rules/charging.js';
export { isCounterparty } from './rules/signing.js';
export { isOpen, isPastDeadline } from './rules/states.js';
export { isInitiator, ownParticipants, sightOf, type Viewer } from './rules/viewing.js';
export { commitFlow, type FlowChange, RevisionLost } from './store/commit-flow.js';
export { type FlowFee, findFee, insertFee } from './store/flow-fees.js';
export { findFlow, flowOfParticipant, loadFlow, lockParticipant } from './store/load-flow.js';
export { withRevision } from './with-revision.js';

export const flowRoutes: readonly AnyRoute[] = [
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
  signFlowContractFileList,
  signFlowContractFileInfo,
  signFlowContractFileComponentInfoList,
  contractCancel,
  contractDownload,
];
