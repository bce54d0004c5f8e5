import type { PayOrderId } from '@cinnabar/api/schemas/payment.js';
import { transact } from '../../database/transact.js';
import { publish } from '../../jobs/outbox.js';
import { commitFlow, loadFlow, withRevision } from '../flows/index.js';
import { paymentRefunded } from './events.js';
import { newsOf, refunded } from './flow-payments.js';
import { moveOrder } from './rules/order-states.js';
import type { Till } from './settle-order.js';
import { findOrder, lockOrder, updateOrder } from './store/orders.js';

/**
 * Refunds an order whose refund is due: at the provider under one refund number, however often this runs, then here. An
 * order that had ended before the money arrived keeps its state.
 * @throws PayProviderFailed
 */
export async function refundOrder({ db, services }: Till, orderId: PayOrderId, now: Date): Promise<void> {
  const due = await findOrder(db, orderId);
  if (due === null || due.refundReason === null || due.refundTimes > 0) return;
  const reason = due.refundReason;
  await services.pay.refund({
    account: due,
    businessOrderNo: due.businessOrderNo,
    refundNo: `${due.businessOrderNo}R1`,
    amountFen: due.amountFen,
    reason,
  });
  await withRevision(() =>
    transact(db, async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (order.refundTimes > 0) return;
      const after = await updateOrder(tx, order, {
        status: moveOrder(order.status, 'refunded') ?? order.status,
        refundTimes: 1,
        refundedFen: order.amountFen,
        booked: false,
      });
      const flow = order.booked ? await loadFlow(tx, order.flowCorpId, order.flowId) : null;
      if (flow !== null) {
        await commitFlow(tx, flow, refunded(flow, after, reason), now);
        return;
      }
      const about = { corpId: order.flowCorpId, stream: `payOrder:${orderId}`, payload: newsOf(after) };
      await publish(tx, now, [paymentRefunded.event(about)]);
    }),
  );
}
