/**
 * Resolves what a link of a flow currently grants. A link ends with its subject, so this is evaluated on every request.
 */
import type { ApprovalId } from '@cinnabar/api/schemas/approval.js';
import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { Db } from '../../../database/schema.js';
import type { CorpId, UserId } from '../../../operation/context.js';
import { isOpenApproval } from '../approval/approval.js';
import { findApproval } from '../approval/store/approvals.js';
import { type Flow, FlowStatus } from '../flow/flow.js';
import { type Duty, hasDuty, type PaymentAfterSigning, paymentAfterSigning } from '../flow/rules/duties.js';
import { isPastDeadline } from '../flow/rules/states.js';
import { isCopyOf } from '../flow/rules/viewing.js';
import { loadFlow } from '../flow/store/load-flow.js';

/** A flow that a link is for, and the person for whom it was issued. */
export interface LinkedFlow {
  readonly corpId: CorpId;
  readonly flowId: FlowId;
  readonly userId: UserId;
}

/** Present state of a link's duty. */
export interface ResolvedDuty {
  /** Whether the duty is still open, and held by the person for whom the link was issued. */
  readonly open: boolean;
  /** For a signing link: the state of the payment that is due after signing. */
  readonly payment: PaymentAfterSigning;
  /** The enterprise for which the participant acts; null for a person, or while it is not registered. */
  readonly actingCorpId: CorpId | null;
  readonly flowTitle: string;
  /** Whether only its parties may know the flow's subject. */
  readonly isSecret: boolean;
}

/** A link ends with its duty, with its flow, and when another person takes over the duty. */
export async function resolveDutyLink(
  db: Db,
  link: LinkedFlow & { readonly participantId: ParticipantId; readonly duty: Duty },
  now: Date,
): Promise<ResolvedDuty | null> {
  const flow = await loadFlow(db, link.corpId, link.flowId);
  const participant = flow?.participants.find((each) => each.participantId === link.participantId);
  if (flow === null || participant === undefined) return null;
  const theirs = participant.psnId === link.userId;
  return {
    open: theirs && !isPastDeadline(flow, now) && hasDuty(flow, participant, link.duty),
    payment: theirs && link.duty === 'sign' ? paymentAfterSigning(flow, participant, now) : 'none',
    actingCorpId: participant.type === 'person' ? null : participant.corpId,
    flowTitle: flow.title,
    isSecret: isSecret(flow),
  };
}

/** The title of a flow for display by a link; null for a confidential or encrypted one. */
interface ResolvedTitle {
  readonly title: string | null;
}

/** The draft that a link is for; null once it has been sent, deleted or revoked. */
export async function resolveDraftLink(
  db: Db,
  { corpId, flowId, userId }: LinkedFlow,
): Promise<ResolvedTitle | null> {
  const flow = await loadFlow(db, corpId, flowId);
  if (flow === null || flow.status !== FlowStatus.draft) return null;
  return flow.initiatorId !== userId || flow.deletedAt !== null ? null : titleOf(flow);
}

/** The flow that a link shows to a copier; null if it is not visible to them. */
export async function resolveCopyLink(
  db: Db,
  { corpId, flowId, userId, copierId }: LinkedFlow & { readonly copierId: number },
): Promise<ResolvedTitle | null> {
  const flow = await loadFlow(db, corpId, flowId);
  return flow === null || !isCopyOf(flow, copierId, userId) ? null : titleOf(flow);
}

/** Whether the approval that a link is for is still pending. */
export async function resolveApprovalLink(
  db: Db,
  corpId: CorpId,
  approvalId: ApprovalId,
  now: Date,
): Promise<boolean> {
  const approval = await findApproval(db, corpId, approvalId);
  return approval !== null && isOpenApproval(approval, now);
}

function titleOf(flow: Flow): ResolvedTitle {
  return { title: isSecret(flow) ? null : flow.title };
}

function isSecret({ encrypted, confidential }: Flow): boolean {
  return encrypted || confidential;
}
