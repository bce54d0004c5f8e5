import type { PayOrderId } from '@cinnabar/api/schemas/payment.js';
import type { Tx } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import { publish } from '../../jobs/outbox.js';
import { enqueue } from '../../jobs/queue.js';
import { PayProviderFailed, type Refund, type RefundOutcome } from '../../providers/pay/port.js';
import { commitFlow, loadFlow, withRevision } from '../flows/index.js';
import { accountOfOrder } from './account.js';
import { type AlertKind, raiseAlert } from './alerts.js';
import { paymentRefunded } from './events.js';
import { newsOf, refunded } from './flow-payments.js';
import type { PayOrder } from './order.js';
import { moveOrder } from './rules/order-states.js';
import { nextAskAt, refundStep } from './rules/refunding.js';
import type { Till } from './settle-order.js';
import { findOrder, lockOrder, updateOrder } from './store/orders.js';

/**
 * Brings a refund that is due one step further: requests it at the provider under one number, however often this runs,
 * asks for its state until it is final, and records it. An order that had ended before the money arrived keeps its
 * state.
 * @param options.isNotified asked before it is due, because the provider has news
 * @throws PayProviderFailed TRANSIENT
 */
export async function refundOrder(
  till: Till,
  orderId: PayOrderId,
  now: Date,
  { isNotified = false }: { readonly isNotified?: boolean } = {},
): Promise<void> {
  const due = await findOrder(till.db, orderId);
  if (due === null || due.refundReason === null || due.refundTimes > 0) return;
  if (due.refundFailure !== null) return;
  if (!isNotified && due.refundNextAt !== null && due.refundNextAt > now) return;
  const outcome = await askProvider(till, due, now);
  if (outcome === null) return;
  const step = refundStep(outcome, due.refundAsks);
  switch (step.kind) {
    case 'done':
      return recordRefund(till, due, now);
    case 'failed':
      return recordFailure(till, due, step.detail);
    case 'wait':
      return changeDue(till, due, async (tx, order) => {
        await askLater(tx, order, now);
        if (step.alerts) await alertAbout(tx, order, 'refundPending', 'the provider still makes it');
      });
    case 'request':
      return changeDue(till, due, async (tx, order) => {
        await updateOrder(tx, order, { refundRequestedAt: null });
      });
  }
}

/** @returns null if the answer has been recorded */
async function askProvider(till: Till, due: PayOrder, now: Date): Promise<RefundOutcome | null> {
  const refund = await refundOf(till, due);
  try {
    if (due.refundRequestedAt === null) return await till.services.pay.refund(refund);
    const outcome = await till.services.pay.queryRefund(refund);
    return outcome.state === 'unknown' ? await till.services.pay.refund(refund) : outcome;
  } catch (error) {
    if (!(error instanceof PayProviderFailed) || error.failure === 'TRANSIENT') throw error;
    if (error.failure === 'REFUSED') return { state: 'failed', detail: error.detail };
    // Keys or money are missing, which somebody can put right: asked again later.
    const kind = error.failure === 'BALANCE_LOW' ? 'balanceLow' : 'refundPending';
    await changeDue(till, due, async (tx, order) => {
      await updateOrder(tx, order, {
        refundAsks: order.refundAsks + 1,
        refundNextAt: new Date(now.getTime() + RETRY_MS),
      });
      await alertAbout(tx, order, kind, error.message);
    });
    return null;
  }
}

const RETRY_MS = 60 * 60_000;

async function refundOf(till: Till, order: PayOrder): Promise<Refund> {
  return {
    account: await accountOfOrder(till, order),
    businessOrderNo: order.businessOrderNo,
    refundNo: refundNoOf(order),
    amountFen: order.amountFen,
    totalFen: order.amountFen,
    reason: order.refundReason ?? '',
  };
}

function refundNoOf({ businessOrderNo, refundRound }: PayOrder): string {
  return `${businessOrderNo}R${refundRound}`;
}

/** Changes an order whose refund is still due. */
function changeDue(
  { db }: Till,
  { orderId, refundRound }: PayOrder,
  change: (tx: Tx, order: PayOrder) => Promise<void>,
): Promise<void> {
  return transact(db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const isDue = order.refundTimes === 0 && order.refundFailure === null;
    if (isDue && order.refundRound === refundRound) await change(tx, order);
  });
}

async function askLater(tx: Tx, order: PayOrder, now: Date): Promise<void> {
  const { orderId } = order;
  const at = nextAskAt(order.refundAsks, now);
  await enqueue(tx, 'payments.refund', { orderId }, { at, key: `payments.refund:${orderId}` });
  await updateOrder(tx, order, {
    refundRequestedAt: order.refundRequestedAt ?? now,
    refundNextAt: at,
    refundAsks: order.refundAsks + 1,
  });
}

function recordFailure(till: Till, due: PayOrder, detail: string): Promise<void> {
  return changeDue(till, due, async (tx, order) => {
    await updateOrder(tx, order, { refundFailure: detail });
    await alertAbout(tx, order, 'refundFailed', detail);
  });
}

function alertAbout(tx: Tx, order: PayOrder, kind: AlertKind, detail: string): Promise<void> {
  const { merchantId, businessOrderNo } = order;
  return raiseAlert(tx, { kind, merchantId, detail: `order ${businessOrderNo}: ${detail}` });
}

function recordRefund({ db }: Till, { orderId, refundReason }: PayOrder, now: Date): Promise<void> {
  return withRevision(() =>
    transact(db, async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (order.refundTimes > 0) return;
      const after = await updateOrder(tx, order, {
        status: moveOrder(order.status, 'refunded') ?? order.status,
        refundTimes: 1,
        refundedFen: order.amountFen,
        booked: false,
        refundedAt: now,
      });
      const flow = order.booked ? await loadFlow(tx, order.flowCorpId, order.flowId) : null;
      if (flow !== null) {
        await commitFlow(tx, flow, refunded(flow, after, refundReason ?? ''), now);
        return;
      }
      const about = { corpId: order.flowCorpId, stream: `payOrder:${orderId}`, payload: newsOf(after) };
      await publish(tx, now, [paymentRefunded.event(about)]);
    }),
  );
}
