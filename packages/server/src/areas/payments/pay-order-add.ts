import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { payOrderAdd as operation } from '@cinnabar/api/operations/payments.js';
import type { MemberContext } from '../../operation/context.js';
import { type Refusal, refuse, refuseFor } from '../../operation/refusal.js';
import { findCorp } from '../enterprise/index.js';
import { type Flow, titleInNotice } from '../flows/index.js';
import { seeParticipant } from './access.js';
import { openOrder, requireOpenId } from './open-order.js';
import { collectionDue, type Due } from './rules/paying.js';
import { findChannel } from './store/channels.js';
import { payUrlView } from './views.js';

export async function payOrderAdd(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { flow, participant, standing } = await seeParticipant(ctx, input.signerId);
  if (standing === 'denied') throw refuseFor('PERMISSION_DENIED');
  const channel = await findChannel(ctx.db, input.channelModelId);
  if (channel === null || !channel.enabled || channel.merchantId !== flow.corpId) throw refuse('1102');
  const openId = input.openId ?? null;
  requireOpenId(channel, openId);
  const merchant = await findCorp(ctx.db, flow.corpId);
  const maxFen = (merchant?.maxAmount ?? 0) * 100;

  function amountDue(current: Flow): number {
    const payer = current.participants.find(
      ({ participantId }) => participantId === participant.participantId,
    );
    const due = collectionDue(current, payer ?? participant, ctx.now);
    if (due.kind !== 'due') throw refusalOf(due);
    if (due.amountFen < 1 || due.amountFen > maxFen) throw refuse('1101');
    return due.amountFen;
  }

  amountDue(flow);
  return openOrder(
    ctx,
    {
      flow,
      participant,
      channel,
      openId,
      returnUrl: input.returnUrl ?? null,
      goods: { type: 2, name: titleInNotice(flow), body: `《${titleInNotice(flow)}》合同付款` },
      amountDue,
    },
    payUrlView,
  );
}

function refusalOf(due: Exclude<Due, { readonly kind: 'due' }>): Refusal {
  return due.kind === 'code' ? refuse(due.code) : refuseFor(due.reason);
}
