/** How contracts and approvals are described in the message of a verification code. */
import type { ApprovalId } from '@cinnabar/api/schemas/approval.js';
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { Db } from '../../../database/schema.js';
import type { CorpId, MemberContext } from '../../../operation/context.js';
import { invalidField, refuse, refuseFor } from '../../../operation/refusal.js';
import type { Services } from '../../../operation/services.js';
import { mobilesOf } from '../../members/index.js';
import type { NamedApproval, NamedContract } from '../../sms/index.js';
import { isConcerned } from '../approval/approvers.js';
import { findApproval } from '../approval/store/approvals.js';
import { waitingApprovals } from '../approve/approving-page.js';
import type { Flow } from '../flow/flow.js';
import { deadlineInNotice, titleInNotice } from '../flow/rules/notices.js';
import { flowOfParticipant, loadFlow } from '../flow/store/load-flow.js';
import { seeFlow, viewerOf } from '../view/access.js';

/** Description of a contract in a message: its title, or its code if it is encrypted; the initiator; the deadline. */
function namedContract({ config }: Pick<Services, 'config'>, flow: Flow): NamedContract {
  const deadline = flow.deadline === null ? null : deadlineInNotice(flow.deadline, config.timeZone);
  return { title: titleInNotice(flow), corpName: flow.corpName, deadline };
}

/** The contract that a link is about; null if it is gone. */
export async function contractOfLink(
  db: Db,
  services: Pick<Services, 'config'>,
  corpId: CorpId,
  flowId: FlowId,
): Promise<NamedContract | null> {
  const flow = await loadFlow(db, corpId, flowId);
  return flow === null ? null : namedContract(services, flow);
}

/** Contracts that a code is for: the named ones, or by a link to a part the contract of that part. */
export async function flowsOfCode(
  ctx: MemberContext,
  flowIds: readonly FlowId[],
): Promise<readonly FlowId[]> {
  const participantId = ctx.link?.participantId ?? null;
  if (flowIds.length > 0 || participantId === null) return [...new Set(flowIds)];
  const flowId = await flowOfParticipant(ctx.db, viewerOf(ctx), participantId);
  return flowId === null ? [] : [flowId];
}

/** Whether the link is for a personal part, and so not for an enterprise's. */
export async function signsForThemselves(ctx: MemberContext): Promise<boolean> {
  const participantId = ctx.link?.participantId ?? null;
  if (participantId === null) return false;
  const [flowId] = await flowsOfCode(ctx, []);
  if (flowId === undefined) return false;
  const { flow } = await seeFlow(ctx, flowId);
  return flow.participants.some((each) => each.participantId === participantId && each.type === 'person');
}

/**
 * Contracts as a code's message describes them to one of their participants.
 * @throws Refusal 404, PERMISSION_DENIED if the acting member may not see one; 400 if `mobile` belongs to no
 * participant
 */
export async function contractsOfCode(
  ctx: MemberContext,
  flowIds: readonly FlowId[],
  mobile: string,
): Promise<readonly NamedContract[]> {
  const contracts: NamedContract[] = [];
  for (const flowId of flowIds) {
    const { flow } = await seeFlow(ctx, flowId);
    // The present mobile: the one by which they were named may belong to a stranger.
    const mobileOf = await mobilesOf(
      ctx.db,
      flow.participants.map(({ psnId }) => psnId),
    );
    if (mobile === '' || !flow.participants.some(({ psnId }) => mobileOf(psnId) === mobile)) {
      throw invalidField('mobile', {
        zh: '不是该合同的参与人',
        en: 'is nobody’s who takes part in the contract',
      });
    }
    contracts.push(namedContract(ctx.services, flow));
  }
  return contracts;
}

/** Approvals that a code is for: the named ones, or by a link to approvals all that wait for its person. */
export async function approvalsMeant(
  ctx: MemberContext,
  approvalIds: readonly ApprovalId[],
): Promise<readonly ApprovalId[]> {
  if (approvalIds.length > 0 || ctx.link?.kind !== 'approval') return [...new Set(approvalIds)];
  const waiting = await waitingApprovals(ctx);
  return waiting.map(({ approvalId }) => approvalId);
}

/**
 * Approvals of the acting member's enterprise as a code's message describes them.
 * @throws Refusal 404, PERMISSION_DENIED if they do not concern the acting member
 */
export async function approvalsOfCode(
  ctx: MemberContext,
  approvalIds: readonly ApprovalId[],
): Promise<readonly NamedApproval[]> {
  const approvals: NamedApproval[] = [];
  for (const approvalId of approvalIds) {
    const approval = await findApproval(ctx.db, ctx.corpId, approvalId);
    if (approval === null) throw refuse('404');
    if (!(await isConcerned(ctx, approval))) throw refuseFor('PERMISSION_DENIED');
    const flow = await loadFlow(ctx.db, approval.flowCorpId, approval.flowId);
    if (flow === null) throw refuse('404');
    approvals.push({ kind: approval.kind, title: titleInNotice(flow) });
  }
  return approvals;
}
