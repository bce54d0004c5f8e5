/** Sign flows: what the composition root and other areas need of them. */
import * as approvals from '@cinnabar/api/operations/approvals.js';
import * as flows from '@cinnabar/api/operations/flows.js';
import * as templateDrafts from '@cinnabar/api/operations/template-drafts.js';
import * as verification from '@cinnabar/api/operations/verification.js';
import { routesOf } from '../../operation/handler.js';
import * as handlers from './handlers.js';

export { approvalNotices } from './approval/approval-notices.js';
export { openSealApprovals } from './approval/store/approvals.js';
export { approvalsRequested } from './approval/store/requested-approvals.js';
export {
  type ApprovingRequest,
  approvalsToDecide,
  approvingPage,
  hasToApprove,
} from './approve/approving-page.js';
export { coveredDecision } from './approve/decision-digest.js';
export { requireDecidable } from './approve/require-decidable.js';
export { waitsForAlone } from './approve/sole-examiner.js';
export { bindParts, bindWaitingFlows } from './change/bind-corp.js';
export { type HandOver, handOverInitiated, handOverPart } from './change/hand-over.js';
export { askAnotherApprover } from './commit/ask-another-approver.js';
export { commitFlow } from './commit/commit-flow.js';
export { sealEarlierFlows } from './commit/seal-earlier-flows.js';
export { withRevision } from './commit/with-revision.js';
export { checkCopyByLink } from './copies/check-copy-by-link.js';
export { checkedContract } from './copies/checked-contract.js';
export { type CopyOf, copyingPage } from './copies/copying-page.js';
export { checkStoredFlows } from './evidence/check-stored-flows.js';
export { deviceWords } from './evidence/device-words.js';
export { exportedHistory } from './evidence/exported-history.js';
export { ArchiveRefused, openArchive } from './evidence/open-archive.js';
export { sayIn } from './evidence/say.js';
export { type ArchiveVerification, verifyArchive } from './evidence/verify-archive.js';
export { keepFillDraft } from './fill/fill-draft.js';
export { fillingPage, findFillingPart } from './fill/filling-page.js';
export type { FillingPart } from './fill/filling-part.js';
export { actorDetail, actorOf } from './flow/actor.js';
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
export { type Flow, FlowStatus, type Participant } from './flow/flow.js';
export type { FlowChange } from './flow/flow-change.js';
export { flowOfEntry, givesBackOnRevoke } from './flow/rules/charging.js';
export { isCounterparty } from './flow/rules/counterparty.js';
export { titleInNotice } from './flow/rules/notices.js';
export { reachesPersonalParts } from './flow/rules/personal-wall.js';
export { isOpen, isPastDeadline, phaseOf } from './flow/rules/states.js';
export { isInitiator, ownParticipants, sightOf, type Viewer } from './flow/rules/viewing.js';
export { insertFee } from './flow/store/flow-fees.js';
export type { FlowKey } from './flow/store/flows-of-person.js';
export { findFlow, flowOfParticipant, loadFlow, lockParticipant } from './flow/store/load-flow.js';
export { findDraft, keepDraft, removeOldPageDrafts } from './flow/store/page-drafts.js';
export { type ActingPart, partsOfMember, partsOfPerson } from './flow/store/parts-of-person.js';
export { withinReach } from './flow/store/personal-rows.js';
export { sourceOrderCodeOf } from './flow/store/source-order-code.js';
export { flowJobs, flowSweeps } from './jobs.js';
export { ownLink } from './links/own-link.js';
export {
  type ResolvedDuty,
  resolveApprovalLink,
  resolveCopyLink,
  resolveDraftLink,
  resolveDutyLink,
} from './links/resolve-link.js';
export { myContracts } from './lists/my-contracts.js';
export { pendingOverview } from './lists/pending-overview.js';
export { dutyParts, type FoundDuties, initiatedBy } from './lists/store/duties-of-member.js';
export { countFlowsByState } from './lists/store/flows-by-state.js';
export { flowsOfTemplates } from './lists/store/flows-of-templates.js';
export { hasOwnContracts } from './lists/store/mine.js';
export { type UnfinishedPart, unfinishedParts } from './lists/store/unfinished-parts.js';
export { addresseeOf, disownPart } from './notices/disown-part.js';
export { flowNotices } from './notices/flow-notices.js';
export {
  approvalsMeant,
  approvalsOfCode,
  contractOfLink,
  contractsOfCode,
  flowsOfCode,
  signsForThemselves,
} from './notices/named-in-codes.js';
export { confirmedBy } from './sign/confirm-intent.js';
export { intendedActs } from './sign/intended-acts.js';
export { readPicture } from './sign/read-picture.js';
export { otherSignablePart, otherSignableParts } from './sign/signable-parts.js';
export {
  type FoundPart,
  findSigningPart,
  signingPage,
} from './sign/signing-page.js';
export { actCertificatesOf, findActCertificate } from './sign/store/act-certificates.js';
export { countAwaitingSeal } from './sign/store/awaiting-seal.js';
export { needsSeal } from './sign/store/seal-needs.js';
export { countUnsignedOf } from './sign/store/unsigned-of-corp.js';
export { suggestPlaces } from './sign/suggest-places.js';
export {
  findPlacingDraft,
  keepPlacingDraft,
  type PlacingDraft,
  placesToSuggest,
  placingPage,
} from './start/placing-page.js';
export { verifyForAnybody } from './verify/verify-for-anybody.js';
export { seeFlow, viewerOf } from './view/access.js';
export { picturedFlow } from './view/pictured-flow.js';

export const flowRoutes = routesOf({ ...approvals, ...flows, ...templateDrafts, ...verification }, handlers);
