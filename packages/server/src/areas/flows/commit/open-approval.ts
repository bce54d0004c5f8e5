/** Opens an approval, in the commit of the act that waits for it. */
import type { ApprovalId } from '@cinnabar/api/schemas/approval.js';
import type { ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { Tx } from '../../../database/schema.js';
import { publish } from '../../../jobs/outbox.js';
import type { CorpId, MemberContext, UserId } from '../../../operation/context.js';
import { findSeal } from '../../seals/index.js';
import { type Approval, ApprovalStatus, approvalLife, type KeptRequest } from '../approval/approval.js';
import { notifyApprover } from '../approval/approval-notices.js';
import { approversOf, approversToNotify } from '../approval/approvers.js';
import { insertApproval } from '../approval/store/approvals.js';
import { approvalOpened } from '../flow/events.js';
import type { Flow } from '../flow/flow.js';
import { writeInbox } from './store/inbox.js';

export interface Asking {
  readonly approvalId: ApprovalId;
  /** The enterprise that owns the seal or the contract. */
  readonly corpId: CorpId;
  readonly kind: Approval['kind'];
  readonly participantId: ParticipantId | null;
  readonly sealIds: readonly SealId[];
  readonly request: KeptRequest;
}

export async function openApproval(
  tx: Tx,
  ctx: MemberContext,
  flow: Flow,
  asking: Asking,
): Promise<readonly UserId[]> {
  const [first] = asking.sealIds;
  const seal = first === undefined ? null : await findSeal(tx, asking.corpId, first);
  const approval = {
    ...asking,
    status: ApprovalStatus.open,
    flowCorpId: flow.corpId,
    flowId: flow.flowId,
    flowTitle: flow.title,
    flowCreateTime: flow.createTime,
    sealName: seal?.seal_name ?? null,
    templateId: flow.templateId,
    requesterId: ctx.actingMember.userId,
    requesterName: ctx.actingMember.realName ?? ctx.actingMember.userName,
    failReason: null,
    createTime: ctx.now,
    updateTime: ctx.now,
    expireTime: new Date(ctx.now.getTime() + approvalLife),
  };
  const approvers = await approversOf(tx, approval, ctx.now);
  await insertApproval(tx, approval, approvers, flow.encrypted);
  // From now on the flow waits for the approvers.
  await writeInbox(tx, flow);
  await publish(tx, ctx.now, [
    approvalOpened.event({
      corpId: asking.corpId,
      stream: `flow:${flow.flowId}`,
      payload: { approvalId: asking.approvalId, flowId: flow.flowId },
    }),
  ]);
  for (const userId of await approversToNotify(tx, approval, approvers, ctx.now)) {
    await notifyApprover(tx, ctx.services, { approval, flow, userId, occasion: 'opened', now: ctx.now });
  }
  return approvers;
}
