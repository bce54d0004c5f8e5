/** Sign flows: what the composition root and other areas need of them. */
import type { AnyRoute } from '../../operation/handler.js';
import { approvalCancel } from './approve/approval-cancel.js';
import { approvalSign } from './approve/approval-sign.js';
import { approvalSignAuth } from './approve/approval-sign-auth.js';
import { batchApprovalSign } from './approve/batch-approval-sign.js';
import { getApprovalInfo } from './approve/get-approval-info.js';
import { getApprovalList } from './approve/get-approval-list.js';
import { getApprovalSignUrl } from './approve/get-approval-sign-url.js';
import { contractCancel } from './end/contract-cancel.js';
import { contractChangeParticipant } from './end/contract-change-participant.js';
import { contractDel } from './end/contract-del.js';
import { contractExtend } from './end/contract-extend.js';
import { contractRefuse } from './end/contract-refuse.js';
import { contractTransfer } from './end/contract-transfer.js';
import { contractEvidence } from './evidence/contract-evidence.js';
import { fillComponentList } from './fill/fill-component-list.js';
import { fillSignForm } from './fill/fill-sign-form.js';
import { getFillUrl } from './fill/get-fill-url.js';
import { signFlowRemind } from './flow/sign-flow-remind.js';
import { contractExport } from './lists/contract-export.js';
import { contractList } from './lists/contract-list.js';
import { enterpriseContractsCount } from './lists/enterprise-contracts-count.js';
import { enterpriseContractsExport } from './lists/enterprise-contracts-export.js';
import { enterpriseContractsList } from './lists/enterprise-contracts-list.js';
import { listByMobile } from './lists/list-by-mobile.js';
import { listCount } from './lists/list-count.js';
import { getDesignatedSignatureUrl } from './sign/get-designated-signature-url.js';
import { getSignUrl } from './sign/get-sign-url.js';
import { signComponentList } from './sign/sign-component-list.js';
import { signContract } from './sign/sign-contract.js';
import { signWish } from './sign/sign-wish.js';
import { batchStartSignFlow } from './start/batch-start-sign-flow.js';
import { contractAddAttachment } from './start/contract-add-attachment.js';
import { contractModify } from './start/contract-modify.js';
import { contractSend } from './start/contract-send.js';
import { directComponentSignFlow } from './start/direct-component-sign-flow.js';
import { directSignFlow } from './start/direct-sign-flow.js';
import { startSignFlow } from './start/start-sign-flow.js';
import { verifyDocument } from './verify/verify-document.js';
import { contractDownload } from './view/contract-download.js';
import { contractInfo } from './view/contract-info.js';
import { contractTaskInfo } from './view/contract-task-info.js';
import { signFlowContractFileComponentInfoList } from './view/sign-flow-contract-file-component-info-list.js';
import { signFlowContractFileInfo } from './view/sign-flow-contract-file-info.js';
import { signFlowContractFileList } from './view/sign-flow-contract-file-list.js';

export { approvalNotices } from './approve/approval-notices.js';
export { isApprovalOfLinkOpen } from './approve/approval-of-link.js';
export {
  type ApprovingRequest,
  approvalsToDecide,
  approvingPage,
  hasToApprove,
} from './approve/approving-page.js';
export { requireDecidable } from './approve/require-decidable.js';
export { waitsForAlone } from './approve/sole-examiner.js';
export { ArchiveRefused, openArchive } from './evidence/open-archive.js';
export { type ArchiveVerification, verifyArchive } from './evidence/verify-archive.js';
export { draftValues, keepFillDraft } from './fill/fill-draft.js';
export { fillingPage, findFillingPart } from './fill/filling-page.js';
export type { FillingPart } from './fill/filling-part.js';
export { readPicture } from './fill/read-picture.js';
export { findDraft, keepDraft } from './fill/store/page-drafts.js';
export { seeFlow, viewerOf } from './flow/access.js';
export { type Actor, actorDetail, actorOf } from './flow/actor.js';
export { bindParts, bindWaitingFlows } from './flow/bind-corp.js';
export { commitFlow } from './flow/commit-flow.js';
export { addresseeOf, disownPart } from './flow/disown-part.js';
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
} from './flow/events.js';
export { type Flow, FlowStatus, type Participant, type Payee } from './flow/flow.js';
export type { FlowChange } from './flow/flow-change.js';
export { flowNotices } from './flow/flow-notices.js';
export { flowJobs, flowSweeps } from './flow/jobs.js';
export { RevisionLost } from './flow/revision-lost.js';
export { flowOfEntry, givesBackOnRevoke } from './flow/rules/charging.js';
export { awaitsCorp } from './flow/rules/newcomers.js';
export { titleInNotice } from './flow/rules/notices.js';
export { reachesPersonalParts } from './flow/rules/personal-wall.js';
export { isOpen, isPastDeadline, phaseOf } from './flow/rules/states.js';
export { isInitiator, ownParticipants, sightOf, type Viewer } from './flow/rules/viewing.js';
export { sealEarlierFlows } from './flow/seal-earlier-flows.js';
export { type FlowFee, findFee, insertFee } from './flow/store/flow-fees.js';
export { findFlow, flowOfParticipant, loadFlow, lockParticipant } from './flow/store/load-flow.js';
export { partsOfMember, partsOfPerson } from './flow/store/parts-of-person.js';
export { type UnfinishedPart, unfinishedParts } from './flow/store/unfinished-parts.js';
export { withRevision } from './flow/with-revision.js';
export { checkCopyOfLink } from './links/check-copy-of-link.js';
export { copyOfLink } from './links/copy-of-link.js';
export { type CopyOf, copyingPage } from './links/copying-page.js';
export { draftOfLink } from './links/draft-of-link.js';
export { type DutyOfLink, dutyOfLink } from './links/duty-of-link.js';
export { myLink, type OwnEntry } from './links/my-link.js';
export { myContracts } from './lists/my-contracts.js';
export { hasOwnContracts } from './lists/store/mine.js';
export { withinReach } from './lists/store/personal-rows.js';
export { confirmedBy } from './sign/confirm-intent.js';
export { coveredDecision } from './sign/decision-digest.js';
export { intendedActs } from './sign/intended-acts.js';
export {
  approvalsMeant,
  approvalsOfCode,
  contractOfLink,
  contractsOfCode,
  flowsOfCode,
  signsForThemselves,
} from './sign/named-in-codes.js';
export type { Proof } from './sign/prove-identity.js';
export { isCounterparty } from './sign/rules/signing.js';
export { otherSignablePart, otherSignableParts } from './sign/signable-parts.js';
export {
  type FoundPart,
  findSigningPart,
  type SigningPart,
  signingPage,
} from './sign/signing-page.js';
export { type ActCertificate, actCertificatesOf, findActCertificate } from './sign/store/act-certificates.js';
export { needsSeal } from './sign/store/seal-needs.js';
export { findPlacingDraft, keepPlacingDraft, type PlacingDraft, placingPage } from './start/placing-page.js';
export { checkedContract } from './verify/checked-contract.js';
export { verifyForAnybody } from './verify/verify-for-anybody.js';
export { type LinkViewer, picturedFlow } from './view/pictured-flow.js';

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
