import type { ApprovalId } from '@cinnabar/api/schemas/approval.js';
import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { Db } from '../../../database/schema.js';
import type { CorpId, UserId } from '../../../operation/context.js';
import type { LinkRequest } from '../../links/index.js';
import { membershipsOf } from '../../members/index.js';
import { isOpenApproval } from '../approval/approval.js';
import { approversOfRecord, findApproval } from '../approval/store/approvals.js';
import { FlowStatus } from '../flow/flow.js';
import { hasDuty } from '../flow/rules/duties.js';
import { isCopyOf } from '../flow/rules/viewing.js';
import { ownerOfCopy, ownerOfPart } from '../flow/store/flows-of-person.js';
import { loadFlow } from '../flow/store/load-flow.js';

/** An entry of myContracts. */
export interface OwnEntry {
  readonly flowId: FlowId;
  readonly participantId: ParticipantId | null;
  readonly approvalId: ApprovalId | null;
  readonly copierId: number | null;
}

type LinkTerms = Pick<LinkRequest, 'kind' | 'corpId' | 'subject'>;

/**
 * Issues the link by which a person opens one of their entries, as in the message sent to them. null if it is not
 * theirs.
 */
export async function ownLink(db: Db, userId: UserId, entry: OwnEntry, now: Date): Promise<LinkTerms | null> {
  if (entry.approvalId !== null) return linkToApproval(db, userId, entry.approvalId, now);
  if (entry.participantId !== null) return linkToPart(db, userId, entry.participantId);
  return entry.copierId === null ? null : linkToCopy(db, userId, entry.flowId, entry.copierId);
}

async function linkToApproval(
  db: Db,
  userId: UserId,
  approvalId: ApprovalId,
  now: Date,
): Promise<LinkTerms | null> {
  for (const { corpId, state } of await membershipsOf(db, userId)) {
    const approval = state === 'valid' ? await findApproval(db, corpId, approvalId) : null;
    if (approval === null || !isOpenApproval(approval, now)) continue;
    if (!(await approversOfRecord(db, approval)).includes(userId)) return null;
    return { kind: 'approval', corpId, subject: { approvalId, flowId: approval.flowId } };
  }
  return null;
}

async function linkToPart(db: Db, userId: UserId, participantId: ParticipantId): Promise<LinkTerms | null> {
  const owner = await ownerOfPart(db, userId, participantId);
  const flow = owner === null ? null : await loadFlow(db, owner.corpId, owner.flowId);
  const part = flow?.participants.find((each) => each.participantId === participantId);
  if (flow === null || part === undefined || flow.deletedAt !== null) return null;
  if (flow.status === FlowStatus.draft) return null;
  if (part.type === 'enterprise' && part.corpId !== null && !(await isMember(db, userId, part.corpId))) {
    return null;
  }
  const fills = hasDuty(flow, part, 'fill') || !part.signs;
  const subject = { flowId: flow.flowId, participantId };
  return { kind: fills ? 'fill' : 'sign', corpId: flow.corpId, subject };
}

async function linkToCopy(
  db: Db,
  userId: UserId,
  flowId: FlowId,
  copierId: number,
): Promise<LinkTerms | null> {
  const corpId = await ownerOfCopy(db, userId, flowId);
  const flow = corpId === null ? null : await loadFlow(db, corpId, flowId);
  if (flow === null || !isCopyOf(flow, copierId, userId)) return null;
  return { kind: 'copy', corpId: flow.corpId, subject: { flowId, copierId } };
}

/** Invited members are included: accepting by the link is how they become members. */
async function isMember(db: Db, userId: UserId, corpId: CorpId): Promise<boolean> {
  return (await membershipsOf(db, userId)).some((membership) => membership.corpId === corpId);
}
