import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { payOrderRefund as operation } from '@cinnabar/api/operations/pay-channels.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { originOf, recordAct } from '../audit/index.js';
import { seeOrder } from './access.js';
import { RefundRefused, scheduleRefund } from './refund-by-operator.js';
import { orderView } from './views.js';

export async function payOrderRefund(
  ctx: MemberContext,
  { id, reason }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { corpId } = ctx;
  const { merchantName, merchantId } = await seeOrder(ctx, id);
  // The payer sees the order, too.
  if (merchantId !== corpId) throw refuse('404');
  try {
    return await ctx.act(async (tx) => {
      const order = await scheduleRefund(tx, id, reason.trim());
      await recordAct(
        tx,
        {
          corpId,
          userId: ctx.actingMember.userId,
          appId: ctx.appId,
          act: 'payOrder.refund',
          object: { kind: 'payOrder', id },
          after: { amountFen: order.amountFen },
          texts: { reason },
        },
        originOf(ctx),
      );
      return orderView({ ...order, merchantName });
    });
  } catch (error) {
    throw error instanceof RefundRefused ? refuse('1112') : error;
  }
}
