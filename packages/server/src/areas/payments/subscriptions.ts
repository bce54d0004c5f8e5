/** Closes the open orders of a flow that ends without completion, and of people who are no longer participants. */
import { GoodsType } from '@cinnabar/api/enums.js';
import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { Tx } from '../../database/schema.js';
import { type Subscription, subscribe } from '../../jobs/outbox.js';
import {
  type Flow,
  FlowStatus,
  flowExpired,
  flowParticipantChanged,
  flowRefused,
  flowRevoked,
  givesBackOnRevoke,
  loadFlow,
} from '../flows/index.js';
import type { PayOrder } from './order.js';
import { isLive } from './rules/order-states.js';
import { closeSoon, giveBack, isPaid } from './settle-order.js';
import { lockOrder, ordersOfFlow } from './store/orders.js';

export const paymentSubscriptions: readonly Subscription[] = [
  subscribe(flowRevoked, ({ payload }, tx) => endPayments(tx, payload.flowId, '合同已撤销')),
  subscribe(flowExpired, ({ payload }, tx) => endPayments(tx, payload.flowId, '合同已过期')),
  subscribe(flowRefused, ({ payload }, tx) => endPayments(tx, payload.flowId, '合同已拒签')),
  subscribe(flowParticipantChanged, ({ payload, createdAt }, tx) =>
    closeOrdersOf(tx, payload.flowId, payload.participantId, createdAt),
  ),
];

/**
 * Payments already made were for the contract, and stand. Events are delivered later: by then the successor, whose part
 * has the same id, may have an order of their own.
 */
async function closeOrdersOf(tx: Tx, flowId: FlowId, part: ParticipantId, leftAt: Date): Promise<void> {
  for (const { orderId, participantId, status, createTime } of await ordersOfFlow(tx, flowId)) {
    if (participantId === part && isLive(status) && createTime <= leftAt) await closeSoon(tx, orderId);
  }
}

async function endPayments(tx: Tx, flowId: FlowId, reason: string): Promise<void> {
  for (const { orderId, flowCorpId } of await ordersOfFlow(tx, flowId)) {
    const order = await lockOrder(tx, orderId);
    if (isLive(order.status)) await closeSoon(tx, orderId);
    const flow = isPaid(order) && order.refundReason === null ? await loadFlow(tx, flowCorpId, flowId) : null;
    if (flow !== null && goesBack(flow, order)) await giveBack(tx, order, reason);
  }
}

/**
 * Refunds collections of a contract that was not concluded; the contract fee only if a charged contract would be
 * returned.
 */
function goesBack(flow: Flow, order: PayOrder): boolean {
  if (order.goodsType === GoodsType.collection) return true;
  const whileSigning = { ...flow, status: FlowStatus.signing };
  return flow.status === FlowStatus.revoked && givesBackOnRevoke(whileSigning).includes('contract');
}
