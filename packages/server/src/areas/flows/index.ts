/** Sign flows: what the composition root and other areas need of them. */
import * as approvals from '@cinnabar/api/operations/approvals.js';
import * as flows from '@cinnabar/api/operations/flows.js';
import * as verification from '@cinnabar/api/operations/verification.js';
import { routesOf } from '../../operation/handler.js';
import * as handlers from './handlers.js';

export { approvalNotices } from './approve/approval-notices.js';
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
export { keepFillDraft } from './fill/fill-draft.js';
export { fillingPage, findFillingPart } from './fill/filling-page.js';
export type { FillingPart } from './fill/filling-part.js';
export { readPicture } from './fill/read-picture.js';
export { findDraft, keepDraft } from './fill/store/page-drafts.js';
export { seeFlow, viewerOf } from './flow/access.js';
export { actorDetail, actorOf } from './flow/actor.js';
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
export { type Flow, FlowStatus, type Participant } from './flow/flow.js';
export type { FlowChange } from './flow/flow-change.js';
export { flowNotices } from './flow/flow-notices.js';
export { flowJobs, flowSweeps } from './flow/jobs.js';
export { flowOfEntry, givesBackOnRevoke } from './flow/rules/charging.js';
export { titleInNotice } from './flow/rules/notices.js';
export { reachesPersonalParts } from './flow/rules/personal-wall.js';
export { isOpen, isPastDeadline, phaseOf } from './flow/rules/states.js';
export { isInitiator, ownParticipants, sightOf, type Viewer } from './flow/rules/viewing.js';
export { sealEarlierFlows } from './flow/seal-earlier-flows.js';
export { insertFee } from './flow/store/flow-fees.js';
export { findFlow, flowOfParticipant, loadFlow, lockParticipant } from './flow/store/load-flow.js';
export { partsOfMember, partsOfPerson } from './flow/store/parts-of-person.js';
export { type UnfinishedPart, unfinishedParts } from './flow/store/unfinished-parts.js';
export { withRevision } from './flow/with-revision.js';
export { checkCopyByLink } from './links/check-copy-by-link.js';
export { type CopyOf, copyingPage } from './links/copying-page.js';
export { ownLink } from './links/own-link.js';
export {
  type ResolvedDuty,
  resolveApprovalLink,
  resolveCopyLink,
  resolveDraftLink,
  resolveDutyLink,
} from './links/resolve-link.js';
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
export { isCounterparty } from './sign/rules/signing.js';
export { otherSignablePart, otherSignableParts } from './sign/signable-parts.js';
export {
  type FoundPart,
  findSigningPart,
  type SigningPart,
  signingPage,
} from './sign/signing-page.js';
export { actCertificatesOf, findActCertificate } from './sign/store/act-certificates.js';
export { needsSeal } from './sign/store/seal-needs.js';
export { findPlacingDraft, keepPlacingDraft, type PlacingDraft, placingPage } from './start/placing-page.js';
export { checkedContract } from './verify/checked-contract.js';
export { verifyForAnybody } from './verify/verify-for-anybody.js';
export { picturedFlow } from './view/pictured-flow.js';

export const flowRoutes = routesOf({ ...approvals, ...flows, ...verification }, handlers);
