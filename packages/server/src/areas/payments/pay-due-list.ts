import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { payDueList as operation } from '@cinnabar/api/operations/payments.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import type { MemberContext } from '../../operation/context.js';
import { type Flow, loadFlow, viewerOf } from '../flows/index.js';
import { yuanOf } from './money.js';
import { collectionDue } from './rules/paying.js';
import { duePage } from './store/due-list.js';

export async function payDueList(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { db, corpId, now } = ctx;
  const { parts, totalCount } = await duePage(db, viewerOf(ctx), pageWindow(input), now);
  // Read whole, because titles and names may be encrypted.
  const flows = new Map<number, Flow>();
  for (const flowId of new Set(parts.map(({ flow_id }) => flow_id))) {
    const flow = await loadFlow(db, corpId, flowId);
    if (flow !== null) flows.set(flowId, flow);
  }
  const items = parts.flatMap(({ flow_id, participant_id }) => {
    const flow = flows.get(flow_id);
    const payer = flow?.participants.find(({ participantId }) => participantId === participant_id);
    if (flow === undefined || payer === undefined) return [];
    // Paid or ended meanwhile.
    const due = collectionDue(flow, payer, now);
    if (due.kind !== 'due') return [];
    return [
      {
        flowId: flow.flowId,
        flowCode: flow.flowCode,
        flowTitle: flow.title,
        flowStatus: flow.status,
        initiatorId: flow.initiatorId,
        signerId: payer.participantId,
        psnName: payer.psnName,
        corpName: payer.corpName,
        amount: yuanOf(due.amountFen),
        remark: payer.payee?.remark ?? null,
        expireDate: flow.deadline,
      },
    ];
  });
  return { items, totalCount };
}
