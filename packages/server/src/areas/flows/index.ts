/** Sign flows: what the composition root and other areas need of them. */
import type { AnyRoute } from '../../handler.js';
import { approvalCancel } from './approval-cancel.js';
import { approvalSign } from './approval-sign.js';
import { approvalSignAuth } from './approval-sign-auth.js';
import { batchApprovalSign } from './batch-approval-sign.js';
import { batchStartSignFlow } from './batch-start-sign-flow.js';
import { contractAddAttachment } from './contract-add-attachment.js';
import { contractCancel } from './contract-cancel.js';
import { contractChangeParticipant } from './contract-change-participant.js';
import { contractDel } from './contract-del.js';
import { contractDownload } from './contract-download.js';
import { contractEvidence } from './contract-evidence.js';
import { contractExport } from './contract-export.js';
import { contractExtend } from './contract-extend.js';
import { contractInfo } from './contract-info.js';
import { contractList } from './contract-list.js';
import { contractModify } from './contract-modify.js';
import { contractRefuse } from './contract-refuse.js';
import { contractSend } from './contract-send.js';
import { contractTaskInfo } from './contract-task-info.js';
import { contractTransfer } from './contract-transfer.js';
import { directComponentSignFlow } from './direct-component-sign-flow.js';
import { directSignFlow } from './direct-sign-flow.js';
import { enterpriseContractsCount } from './enterprise-contracts-count.js';
import { enterpriseContractsExport } from './enterprise-contracts-export.js';
import { enterpriseContractsList } from './enterprise-contracts-list.js';
import { fillComponentList } from './fill-component-list.js';
import { fillSignForm } from './fill-sign-form.js';
import { getApprovalInfo } from './get-approval-info.js';
import { getApprovalList } from './get-approval-list.js';
import { getApprovalSignUrl } from './get-approval-sign-url.js';
import { getDesignatedSignatureUrl } from './get-designated-signature-url.js';
import { getFillUrl } from './get-fill-url.js';
import { getSignUrl } from './get-sign-url.js';
import { listByMobile } from './list-by-mobile.js';
import { listCount } from './list-count.js';
import { signComponentList } from './sign-component-list.js';
import { signContract } from './sign-contract.js';
import { signFlowContractFileComponentInfoList } from './sign-flow-contract-file-component-info-list.js';
import { signFlowContractFileInfo } from './sign-flow-contract-file-info.js';
import { signFlowContractFileList } from './sign-flow-contract-file-list.js';
import { signFlowRemind } from './sign-flow-remind.js';
import { signWish } from './sign-wish.js';
import { startSignFlow } from './start-sign-flow.js';
import { verifyDocument } from './verify-document.js';

export { seeFlow, viewerOf } from './access.js';
export { type Actor, actorDetail, actorOf } from './actor.js';
export { approvalNotices } from './approval-notices.js';
export { isApprovalOfLinkOpen } from './approval-of-link.js';
export {
  type ApprovingRequest,
  approvalsToDecide,
  approvingPage,
  hasToApprove,
} from './approving-page.js';
export { bindParts, bindWaitingFlows } from './bind-corp.js';
export { checkCopyOfLink } from './check-copy-of-link.js';
export { checkedContract } from './checked-contract.js';
export { commitFlow } from './commit-flow.js';
export { confirmedBy } from './confirm-intent.js';
export { copyOfLink } from './copy-of-link.js';
export { type CopyOf, copyingPage } from './copying-page.js';
export { coveredDecision } from './decision-digest.js';
export { addresseeOf, disownPart } from './disown-part.js';
export { draftOfLink } from './draft-of-link.js';
export { type DutyOfLink, dutyOfLink } from './duty-of-link.js';
export {
  approvalFinished,
  approvalOpened,
  flowCompleted,
  flowExpired,
  flowFilled,
  flowParticipantChanged,
  flowRefused,
  flowRevoked,
  flowSeries,
  flowSigned,
  flowStarted,
} from './events.js';
export { ArchiveRefused, openArchive } from './evidence/open-archive.js';
export { type ArchiveVerification, verifyArchive } from './evidence/verify-archive.js';
export { draftValues, keepFillDraft } from './fill-draft.js';
export { type FillingPart, fillingPage, findFillingPart } from './filling-page.js';
export { type Flow, FlowStatus, type Participant, type Payee } from './flow.js';
export type { FlowChange } from './flow-change.js';
export { flowNotices } from './flow-notices.js';
export { intendedActs } from './intended-acts.js';
export { flowJobs, flowSweeps } from './jobs.js';
export { myContracts } from './my-contracts.js';
export { type MineWish, myLink } from './my-link.js';
export {
  approvalsMeant,
  approvalsOfCode,
  contractOfLink,
  contractsOfCode,
  flowsOfCode,
  signsForThemselves,
} from './named-in-codes.js';
export { type Looker, picturedFlow } from './pictured-flow.js';
export { findPlacingDraft, keepPlacingDraft, type PlacingDraft, placingPage } from './placing-page.js';
export type { Proof } from './prove-identity.js';
export { readPicture } from './read-picture.js';
export { requireDecidable } from './require-decidable.js';
export { RevisionLost } from './revision-lost.js';
export { flowOfEntry, givesBackOnRevoke } from './rules/charging.js';
export { awaitsCorp } from './rules/newcomers.js';
export { titleInNotice } from './rules/notices.js';
export { reachesPersonalParts } from './rules/personal-wall.js';
export { isCounterparty } from './rules/signing.js';
export { isOpen, isPastDeadline } from './rules/states.js';
export { isInitiator, ownParticipants, sightOf, type Viewer } from './rules/viewing.js';
export { sealEarlierFlows } from './seal-earlier-flows.js';
export { otherSignablePart, otherSignableParts } from './signable-parts.js';
export {
  type FoundPart,
  findSigningPart,
  type SigningPart,
  signingPage,
} from './signing-page.js';
export { waitsForAlone } from './sole-examiner.js';
export { type ActCertificate, actCertificatesOf, findActCertificate } from './store/act-certificates.js';
export { type FlowFee, findFee, insertFee } from './store/flow-fees.js';
export { findFlow, flowOfParticipant, loadFlow, lockParticipant } from './store/load-flow.js';
export { hasOwnContracts } from './store/mine.js';
export { findDraft, keepDraft } from './store/page-drafts.js';
export { partsOfMember, partsOfPerson } from './store/parts-of-person.js';
export { withinReach } from './store/personal-rows.js';
export { type UnfinishedPart, unfinishedParts } from './store/unfinished-parts.js';
export { verifyForAnybody } from './verify-for-anybody.js';
export { withRevision } from './with-revision.js';

export const flowRoutes: readonly AnyRoute[] = [
  startSignFlow,
  directSignFlow,
  directComponentSignFlow,
  getDesignatedSignatureUrl,
  batchStartSignFlow,
  contractSend,
  fillSignForm,
  signContract,
  signWish,
  getFillUrl,
  getSignUrl,
  contractList,
  listCount,
  contractExport,
  enterpriseContractsList,
  enterpriseContractsCount,
  enterpriseContractsExport,
  listByMobile,
  contractInfo,
  contractTaskInfo,
  fillComponentList,
  signComponentList,
  signFlowContractFileList,
  signFlowContractFileInfo,
  signFlowContractFileComponentInfoList,
  getApprovalList,
  getApprovalInfo,
  approvalSign,
  batchApprovalSign,
  approvalCancel,
  approvalSignAuth,
  getApprovalSignUrl,
  contractCancel,
  contractDel,
  contractModify,
  signFlowRemind,
  contractRefuse,
  contractExtend,
  contractTransfer,
  contractChangeParticipant,
  contractAddAttachment,
  contractDownload,
  contractEvidence,
  verifyDocument,
];
