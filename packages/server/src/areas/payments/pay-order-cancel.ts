import type { PayOrderStatus } from '@cinnabar/api/enums.js';
import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { payOrderCancel as operation } from '@cinnabar/api/operations/payments.js';
import type { MemberContext } from '../../operation/context.js';
import { type Refusal, refuse } from '../../operation/refusal.js';
import { type Viewer, viewerOf } from '../flows/index.js';
import { seeOrder } from './access.js';
import { closeAtProvider } from './close-order.js';
import { orRefuse } from './open-order.js';
import type { PayOrder } from './order.js';
import { isLive, moveOrder } from './rules/order-states.js';
import { endOrder, isPaid, settleOrder } from './settle-order.js';
import { lockOrder } from './store/orders.js';

export async function payOrderCancel(
  ctx: MemberContext,
  { id }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const order = await seeOrder(ctx, id);
  if (!couldHaveMade(order, viewerOf(ctx))) throw refuse('404');
  if (!isLive(order.status)) throw refusalOf(order);
  const outcome = await orRefuse(() => closeAtProvider(ctx, order, ctx.now));
  if (outcome.state !== 'closed') throw refusalOf(await settleOrder(ctx, id, outcome, ctx.now));
  return ctx.act(async (tx) => {
    const current = await lockOrder(tx, id);
    const status: PayOrderStatus | null = moveOrder(current.status, 'closed');
    if (status === null) throw refusalOf(current);
    await endOrder(tx, current, status, ctx.now);
    return {};
  });
}

/** Managers of the merchant's contracts may only view it. */
function couldHaveMade(order: PayOrder, { corpId, userId }: Viewer): boolean {
  const isMerchant = order.merchantId === corpId && order.payerCorpId !== corpId;
  return !isMerchant || order.initiatorId === userId || order.psnId === userId;
}

function refusalOf(order: PayOrder): Refusal {
  return refuse(isPaid(order) ? '1110' : '1111');
}
