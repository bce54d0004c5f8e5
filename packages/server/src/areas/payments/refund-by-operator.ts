import { GoodsType } from '@cinnabar/api/enums.js';
import type { PayOrderId } from '@cinnabar/api/schemas/payment.js';
import type { Db, Tx } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import type { PayOrder } from './order.js';
import { giveBack, isPaid } from './settle-order.js';
import { findOrder, lockOrder, updateOrder } from './store/orders.js';

/** Why the operator cannot refund an order. */
export type RefundObstacle = 'notFound' | 'notPaid' | 'refunding' | 'fee';

export class RefundRefused extends Error {
  override readonly name = 'RefundRefused';

  constructor(readonly obstacle: RefundObstacle) {
    super(obstacle);
  }
}

/**
 * Schedules the refund of a collection; the contract then counts as unpaid by its payer. A contract fee is refunded
 * only together with its contract; refunded alone, it would make the contract free of charge.
 * @throws RefundRefused
 */
export function refundByOperator(db: Db, orderId: PayOrderId, reason: string): Promise<PayOrder> {
  return transact(db, (tx) => scheduleRefund(tx, orderId, reason));
}

/**
 * The same in a transaction. A refund that the provider did not make is requested again under another number: it
 * remembers those that it refused.
 * @throws RefundRefused
 */
export async function scheduleRefund(tx: Tx, orderId: PayOrderId, reason: string): Promise<PayOrder> {
  if ((await findOrder(tx, orderId)) === null) throw new RefundRefused('notFound');
  const order = await lockOrder(tx, orderId);
  if (order.refundReason !== null && order.refundFailure === null) throw new RefundRefused('refunding');
  if (order.refundFailure !== null)
    return giveBack(tx, await renewed(tx, order), order.refundReason ?? reason);
  if (!isPaid(order)) throw new RefundRefused('notPaid');
  if (order.goodsType === GoodsType.contractFee) throw new RefundRefused('fee');
  return giveBack(tx, order, reason);
}

function renewed(tx: Tx, order: PayOrder): Promise<PayOrder> {
  return updateOrder(tx, order, {
    refundRound: order.refundRound + 1,
    refundRequestedAt: null,
    refundNextAt: null,
    refundAsks: 0,
    refundFailure: null,
  });
}
