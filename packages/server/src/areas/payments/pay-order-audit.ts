import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { payOrderAudit as operation } from '@cinnabar/api/operations/payments.js';
import type { ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { MemberContext } from '../../operation/context.js';
import { invalidField, refuse, refuseFor } from '../../operation/refusal.js';
import { originOf, recordAct } from '../audit/index.js';
import { actorDetail, actorOf, commitFlow, withRevision } from '../flows/index.js';
import { type SeenParticipant, seeParticipant } from './access.js';
import { closeOrder } from './close-order.js';
import { paidOffline } from './flow-payments.js';
import { orRefuse } from './open-order.js';
import { collectionDue, speaksForMerchant } from './rules/paying.js';
import { liveOrder } from './store/orders.js';

/** An open order is closed first, so that nobody pays a second time. */
export async function payOrderAudit(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const participantId = participantOf(input);
  const remark = input.remark ?? null;
  await seeDue(ctx, participantId);
  const open = await liveOrder(ctx.db, participantId, 2);
  if (open !== null) await orRefuse(() => closeOrder(ctx, open.orderId, ctx.now));
  return withRevision(async () => {
    const { flow, amountFen } = await seeDue(ctx, participantId);
    const by = { actor: actorDetail(actorOf(ctx)), remark };
    return ctx.act(async (tx) => {
      await commitFlow(tx, flow, paidOffline(flow, { participantId, amountFen }, by), ctx.now);
      const { corpId, appId, actingMember } = ctx;
      await recordAct(
        tx,
        {
          ...{ corpId, userId: actingMember.userId, appId, act: 'payOrder.offline' },
          object: { kind: 'contract', id: flow.flowId },
          after: { participantId, amountFen },
          texts: { remark },
        },
        originOf(ctx),
      );
      return {};
    });
  });
}

async function seeDue(
  ctx: MemberContext,
  participantId: ParticipantId,
): Promise<Pick<SeenParticipant, 'flow'> & { readonly amountFen: number }> {
  const { flow, participant, viewer } = await seeParticipant(ctx, participantId);
  if (!speaksForMerchant(flow, viewer)) throw refuseFor('PERMISSION_DENIED');
  const due = collectionDue(flow, participant, ctx.now);
  if (due.kind === 'refused') throw refuseFor(due.reason);
  if (due.kind === 'code') throw refuse(due.code);
  return { flow, amountFen: due.amountFen };
}

function participantOf({ participantId, signerId }: InputOf<typeof operation>): ParticipantId {
  const id = signerId ?? participantId;
  if (id === undefined) {
    throw invalidField('signerId', {
      zh: '须给出 signerId 或 participantId',
      en: 'or participantId is required',
    });
  }
  if (participantId !== undefined && participantId !== id) {
    throw invalidField('participantId', { zh: '与 signerId 不同', en: 'differs from signerId' });
  }
  return id;
}
