import { PartyType } from '@cinnabar/api/enums.js';
import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { contractTaskInfo as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { approversAwaited } from '../approval/store/approvals.js';
import { flowDescription } from '../flow/flow-description.js';
import { operateStatusOf } from '../flow/rules/inbox-rows.js';
import { waitingFor } from '../flow/rules/waiting.js';
import { explainWaiting } from './explain-waiting.js';
import { flowFileView } from './flow-file-view.js';
import { readFlow } from './read-flow.js';
import { signerViewOfTask } from './signer-view.js';
import { troublesOf } from './troubles-of.js';

export async function contractTaskInfo(
  ctx: MemberContext,
  { flowId }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { flow, viewer, sight, own } = await readFlow(ctx, flowId);
  const approvers = await approversAwaited(ctx.db, flow);
  const approves = approvers.some(
    ({ corpId, userId }) => corpId === ctx.corpId && userId === ctx.actingMember.userId,
  );
  // Only the initiator sees contact data.
  const troubleOf = ctx.corpId === flow.corpId ? await troublesOf(ctx.db, flow) : () => null;
  const waiting = waitingFor(flow, approvers);
  const explain =
    ctx.corpId === flow.corpId ? await explainWaiting(ctx.db, [{ ...flow, waiting }], ctx.now) : null;
  const amounts = flow.participants.flatMap(({ payee }) => payee?.amountFen ?? []);
  return {
    flowId: flow.flowId,
    flowCode: flow.flowCode,
    flowTitle: flow.title,
    expireDate: flow.deadline,
    flowStatus: flow.status,
    flowDesc: flowDescription(flow),
    flowStartTime: flow.startTime,
    flowFinishTime: flow.finishTime,
    operateStatus: operateStatusOf(flow, own, approves),
    corpId: flow.corpId,
    corpName: flow.corpName,
    initiatorId: flow.initiatorId,
    initiatorName: flow.initiatorName,
    // Flows are started by an enterprise's member; a person cannot start one alone.
    initiatorType: PartyType.enterprise,
    templateId: flow.templateId,
    encryptFlag: flow.encrypted ? 1 : 0,
    privaryFlag: flow.confidential ? 1 : 0,
    reversePayFlag: flow.reversePay ? 1 : 0,
    feePayFlag: flow.feePaid ? 1 : 0,
    payeeContractFlag: amounts.length > 0 ? 1 : 0,
    totalAmount: amounts.length > 0 ? amounts.reduce((sum, amount) => sum + amount, 0) / 100 : null,
    sourceOrderCode: flow.sourceOrderCode,
    createTime: flow.createTime,
    participantList: flow.participants.map((participant) => signerViewOfTask(flow, participant, viewer)),
    contractFileList: flow.files.map((file) => flowFileView(ctx.services, flow, file, sight, ctx.now)),
    waiting: waiting.map(({ awaited, ...party }) => ({
      ...party,
      for: awaited,
      trouble: awaited === 3 || party.participantId === null ? null : troubleOf(party.participantId),
      why: explain?.({ ...flow, waiting }, { awaited, ...party }) ?? null,
    })),
  } as const;
}
