/** A flow that ends without a contract leaves no payment behind, and who takes no part any more pays nothing. */
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
  subscribe(flowParticipantChanged, ({ payload }, tx) =>
    closeOrdersOf(tx, payload.flowId, payload.participantId),
  ),
];

/** What they have paid already was for the contract, and stays. */
async function closeOrdersOf(tx: Tx, flowId: FlowId, leaving: ParticipantId): Promise<void> {
  for (const { orderId, participantId, status } of await ordersOfFlow(tx, flowId)) {
    if (participantId === leaving && isLive(status)) await closeSoon(tx, orderId);
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

/** What was collected for a contract that is none; the fee of signing only where a charged contract would come back. */
function goesBack(flow: Flow, order: PayOrder): boolean {
  if (order.goodsType === GoodsType.collection) return true;
  const whileSigning = { ...flow, status: FlowStatus.signing };
  return flow.status === FlowStatus.revoked && givesBackOnRevoke(whileSigning).includes('contract');
}
