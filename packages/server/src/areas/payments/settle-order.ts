import { GoodsType, PayOrderStatus } from '@cinnabar/api/enums.js';
import type { PayOrderId } from '@cinnabar/api/schemas/payment.js';
import type { Db, Tx } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import { enqueue } from '../../jobs/queue.js';
import type { Services } from '../../operation/services.js';
import type { PaymentOutcome } from '../../providers/pay/port.js';
import { charge } from '../enterprise/index.js';
import {
  commitFlow,
  type Flow,
  flowOfEntry,
  insertFee,
  isPastDeadline,
  loadFlow,
  withRevision,
} from '../flows/index.js';
import { raiseAlert } from './alerts.js';
import type { MerchantId } from './channel.js';
import { paidByOrder } from './flow-payments.js';
import type { PayOrder } from './order.js';
import { isLive, outcomeFor } from './rules/order-states.js';
import { isCollectable, refusalToBearFee } from './rules/paying.js';
import { lockOrder, ordersOfFlow, updateOrder } from './store/orders.js';

/** Context of a step that runs in a request or in a job. */
export interface Till {
  readonly db: Db;
  readonly services: Pick<Services, 'ids' | 'pay' | 'config' | 'envelope'>;
}

/** The provider reports an amount other than the requested one, so its report is rejected. */
export class AmountDiffers extends Error {
  readonly merchantId: MerchantId;

  constructor({ businessOrderNo, merchantId, amountFen }: PayOrder, given: number) {
    super(`order ${businessOrderNo} is about ${amountFen} fen, and the provider says ${given}`);
    this.merchantId = merchantId;
    this.name = 'AmountDiffers';
  }
}

/**
 * Applies the provider's status to an order: the order and the flow that it pays for change in one commit. Repeated and
 * late statuses change nothing; unexpected money is marked for a refund.
 * @returns the order after the change
 * @throws AmountDiffers; Refusal REVISION_CONFLICT (503) after repeated concurrent changes of the flow
 */
export function settleOrder(
  till: Till,
  orderId: PayOrderId,
  outcome: PaymentOutcome,
  now: Date,
): Promise<PayOrder> {
  return withRevision(() =>
    transact(till.db, async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (outcome.state === 'open' || outcome.state === 'unknown') return order;
      if (outcome.state === 'succeeded' && outcome.amountFen !== order.amountFen) {
        throw new AmountDiffers(order, outcome.amountFen);
      }
      const decided = outcomeFor(order.status, outcome.state);
      if (decided.kind === 'nothing') return order;
      if (outcome.state !== 'succeeded') {
        return decided.kind === 'move' ? endOrder(tx, order, decided.status, now) : order;
      }
      const { providerOrderNo, time } = outcome;
      if (decided.kind === 'giveBack') {
        if (order.refundReason !== null) return order;
        await alertUnexpected(tx, order, 'paid after it had ended');
        return giveBack(tx, await updateOrder(tx, order, { providerOrderNo }), '支付单关闭后到账');
      }
      const paid = await updateOrder(tx, order, {
        status: decided.status,
        providerOrderNo,
        successTime: time,
      });
      return book(tx, till.services, paid, now);
    }),
  );
}

/**
 * Records that an order has ended unpaid. A provider that did not know it cannot have closed it, and its payer may still
 * pay until it expires: it is asked once more after that.
 */
export async function endOrder(
  tx: Tx,
  order: PayOrder,
  status: PayOrderStatus,
  now: Date,
): Promise<PayOrder> {
  const { orderId, expireTime } = order;
  const at = new Date(Math.max(expireTime.getTime(), now.getTime()) + RECHECK_AFTER_MS);
  await enqueue(tx, 'payments.recheck', { orderId }, { at, key: `payments.recheck:${orderId}` });
  return updateOrder(tx, order, { status });
}

/** Longer than a payment at the last moment takes to be recorded at the provider. */
const RECHECK_AFTER_MS = 5 * 60_000;

function alertUnexpected(tx: Tx, { merchantId, businessOrderNo }: PayOrder, detail: string): Promise<void> {
  const refunded = `order ${businessOrderNo} was ${detail}, and is refunded`;
  return raiseAlert(tx, { kind: 'unexpectedPayment', merchantId, detail: refunded });
}

/** Marks the money for a refund and schedules it. Requires the order's lock. */
export async function giveBack(tx: Tx, order: PayOrder, refundReason: string): Promise<PayOrder> {
  const { orderId } = order;
  await enqueue(tx, 'payments.refund', { orderId }, { key: `payments.refund:${orderId}` });
  return updateOrder(tx, order, { refundReason });
}

async function book(tx: Tx, services: Till['services'], order: PayOrder, now: Date): Promise<PayOrder> {
  const flow = await loadFlow(tx, order.flowCorpId, order.flowId);
  if (flow === null || !isAwaited(flow, order, now)) {
    await alertUnexpected(tx, order, 'paid although nothing was due any more');
    return giveBack(tx, order, '款项已无需支付');
  }
  const stored = await commitFlow(tx, flow, paidByOrder(flow, order), now);
  if (order.goodsType === GoodsType.contractFee) {
    await insertFee(tx, flow, { payerCorpId: null, orderId: order.orderId }, now);
    await charge(tx, services.ids, {
      corpId: flow.corpId,
      ledger: 'contract',
      recordType: 'reverseReturn',
      count: 1,
      flow: flowOfEntry(flow),
      orderCode: order.orderCode,
      remark: null,
      now,
    });
    await closeFeeOrders(tx, stored);
  }
  return updateOrder(tx, order, { booked: true });
}

function isAwaited(flow: Flow, order: PayOrder, now: Date): boolean {
  if (order.goodsType === GoodsType.contractFee) return !flow.feePaid && refusalToBearFee(flow, now) === null;
  const payer = flow.participants.find(({ participantId }) => participantId === order.participantId);
  return isCollectable(flow) && !isPastDeadline(flow, now) && payer?.payee?.paid === false;
}

/** The fee is paid, so other participants' open orders for it are closed. */
export async function closeFeeOrders(tx: Tx, { flowId }: Flow): Promise<void> {
  for (const { orderId, goodsType, status } of await ordersOfFlow(tx, flowId)) {
    if (goodsType === GoodsType.contractFee && isLive(status)) await closeSoon(tx, orderId);
  }
}

export async function closeSoon(tx: Tx, orderId: PayOrderId): Promise<void> {
  await enqueue(tx, 'payments.close', { orderId }, { key: `payments.close:${orderId}` });
}

export const isPaid = (order: PayOrder): boolean => order.status === PayOrderStatus.success;
