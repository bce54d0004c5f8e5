/** Background processing of pay orders: polling the provider, expiry, and refunds. */
import type { PayOrderId } from '@cinnabar/api/schemas/payment.js';
import { isDatabaseAway } from '../../database/database-away.js';
import type { MessageLog } from '../../database/message-log.js';
import type { Db, Tx } from '../../database/schema.js';
import { enqueue } from '../../jobs/queue.js';
import { defineJob, type JobDefinition, type Sweep } from '../../jobs/tasks.js';
import type { AlertKind } from './alerts.js';
import { closeOrder } from './close-order.js';
import type { PayOrder } from './order.js';
import { queryOrder } from './query-order.js';
import { openStatements, reconcileDay } from './reconcile-day.js';
import { refundOrder } from './refund-order.js';
import { isLive } from './rules/order-states.js';
import { settleOrder, type Till } from './settle-order.js';
import { findOrder, overdueOrders, refundsDue } from './store/orders.js';

declare module '../../jobs/tasks.js' {
  interface JobPayloads {
    'payments.follow': { readonly orderId: PayOrderId; readonly attempt: number };
    'payments.close': { readonly orderId: PayOrderId };
    'payments.recheck': { readonly orderId: PayOrderId };
    'payments.refund': { readonly orderId: PayOrderId };
    'payments.sweep': Record<never, never>;
    'payments.statements': Record<never, never>;
  }
}

export const paymentSweeps: readonly Sweep[] = [
  { name: 'payments.sweep', everyMinutes: 1 },
  { name: 'payments.statements', everyMinutes: 60 },
];

/**
 * Delays of polling, because notifications can be lost. After the last one the order is polled once more, when it ends.
 */
const ASK_AFTER_MS: readonly number[] = [10_000, 30_000, 60_000, 300_000, 600_000];

/** Batch size. */
const BATCH = 100;

export function paymentJobs(
  till: Till,
  log: MessageLog,
  countAlert: (kind: AlertKind) => void,
): readonly JobDefinition[] {
  return [
    defineJob('payments.follow', ({ orderId, attempt }, { now }) => follow(till, orderId, attempt, now)),
    defineJob('payments.close', ({ orderId }, { now }) => closeOrder(till, orderId, now)),
    defineJob('payments.recheck', ({ orderId }, { now }) => recheck(till, orderId, now)),
    defineJob('payments.statements', async (_payload, { now, signal }) => {
      for (const source of await openStatements(till, now)) {
        signal.throwIfAborted();
        await reconcileDay(till, source, now);
      }
    }),
    defineJob('payments.alert', async ({ kind, merchantId, detail }) => {
      countAlert(kind);
      log.error(`payment alert ${kind}, merchant ${merchantId}: ${detail}`);
    }),
    defineJob('payments.refund', ({ orderId }, { now }) => refundOrder(till, orderId, now)),
    defineJob('payments.sweep', async (_payload, { now, signal }) => {
      const overdue = (after: PayOrderId | null) => overdueOrders(till.db, now, after, BATCH);
      const due = (after: PayOrderId | null) => refundsDue(till.db, now, after, BATCH);
      // An order that cannot be closed does not delay the refunds of others.
      const failures = [
        ...(await each(overdue, (orderId) => closeOrder(till, orderId, now), log, signal)),
        ...(await each(due, (orderId) => refundOrder(till, orderId, now), log, signal)),
      ];
      if (failures.length > 0) {
        throw new Error(`${failures.length} pay orders could not be processed`, { cause: failures[0] });
      }
    }),
  ];
}

/** Polls for the order the first time soon after it was created. */
export async function followSoon(tx: Db | Tx, order: PayOrder, now: Date, attempt = 0): Promise<void> {
  const { orderId, expireTime } = order;
  const left = expireTime.getTime() - now.getTime();
  const wait = Math.min(ASK_AFTER_MS[attempt] ?? left, left);
  await enqueue(
    tx,
    'payments.follow',
    { orderId, attempt },
    { at: new Date(now.getTime() + wait), key: `payments.follow:${orderId}` },
  );
}

async function follow(till: Till, orderId: PayOrderId, attempt: number, now: Date): Promise<void> {
  const order = await findOrder(till.db, orderId);
  if (order === null || !isLive(order.status)) return;
  if (order.expireTime <= now) {
    await closeOrder(till, orderId, now);
    return;
  }
  const after = await settleOrder(till, orderId, await queryOrder(till, order, now), now);
  if (isLive(after.status)) await followSoon(till.db, after, now, attempt + 1);
}

/** An order that ended unpaid may have been paid all the same, and then its money goes back. */
async function recheck(till: Till, orderId: PayOrderId, now: Date): Promise<void> {
  const order = await findOrder(till.db, orderId);
  if (order === null || isLive(order.status) || order.refundReason !== null) return;
  await settleOrder(till, orderId, await queryOrder(till, order, now), now);
}

/** A failing order does not block the others. @returns the failures, with which the job ends and is retried */
async function each(
  read: (after: PayOrderId | null) => Promise<readonly PayOrderId[]>,
  handle: (orderId: PayOrderId) => Promise<void>,
  log: MessageLog,
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  let last: PayOrderId | null = null;
  for (;;) {
    signal.throwIfAborted();
    const batch = await read(last);
    for (const orderId of batch) {
      try {
        await handle(orderId);
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        log.error(`pay order ${orderId}: ${error instanceof Error ? error.message : String(error)}`);
        failures.push(error);
      }
    }
    last = batch.at(-1) ?? null;
    if (last === null || batch.length < BATCH) break;
  }
  return failures;
}
