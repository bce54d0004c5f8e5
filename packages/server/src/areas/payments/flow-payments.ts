/** Effects of a payment on its flow: pure. */
import { GoodsType } from '@cinnabar/api/enums.js';
import type { ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { Flow, FlowChange } from '../flows/index.js';
import { type PaymentNews, paymentRefunded, paymentSucceeded } from './events.js';
import type { PayOrder } from './order.js';

function newsAbout(flow: Flow, payload: PaymentNews) {
  return { corpId: flow.corpId, stream: `flow:${flow.flowId}`, payload };
}

function withPayee(flow: Flow, participantId: ParticipantId, paid: boolean): Flow {
  return {
    ...flow,
    participants: flow.participants.map((participant) =>
      participant.participantId === participantId && participant.payee !== null
        ? { ...participant, payee: { ...participant.payee, paid, audited: paid } }
        : participant,
    ),
  };
}

function orderDetail(order: PayOrder) {
  return {
    participantId: order.participantId,
    orderCode: order.orderCode,
    businessOrderNo: order.businessOrderNo,
    amountFen: order.amountFen,
    providerOrderNo: order.providerOrderNo,
  };
}

export function newsOf(order: PayOrder): PaymentNews {
  const { orderId, flowId, participantId, goodsType, amountFen } = order;
  return { orderId, flowId, participantId, goodsType, amountFen };
}

/** The order has paid the amount that it was created for. */
export function paidByOrder(flow: Flow, order: PayOrder): FlowChange {
  const isFee = order.goodsType === GoodsType.contractFee;
  return {
    after: isFee ? { ...flow, feePaid: true } : withPayee(flow, order.participantId, true),
    events: [{ kind: isFee ? 'feePaid' : 'paid', detail: orderDetail(order) }],
    news: [paymentSucceeded.event(newsAbout(flow, newsOf(order)))],
  };
}

/** The merchant has received the money by other means. */
export function paidOffline(
  flow: Flow,
  paid: { readonly participantId: ParticipantId; readonly amountFen: number },
  by: { readonly actor: { readonly [name: string]: string | number | null }; readonly remark: string | null },
): FlowChange {
  const { participantId, amountFen } = paid;
  const payload = {
    orderId: null,
    flowId: flow.flowId,
    participantId,
    goodsType: GoodsType.collection,
    amountFen,
  } as const;
  return {
    after: withPayee(flow, participantId, true),
    events: [{ kind: 'paid', detail: { participantId, amountFen, offline: true, ...by } }],
    news: [paymentSucceeded.event(newsAbout(flow, payload))],
  };
}

/** The money of an order that the flow counted has been returned to its payer. */
export function refunded(flow: Flow, order: PayOrder, reason: string): FlowChange {
  return {
    after:
      order.goodsType === GoodsType.contractFee
        ? { ...flow, feePaid: false }
        : withPayee(flow, order.participantId, false),
    events: [{ kind: 'refunded', detail: { ...orderDetail(order), reason } }],
    news: [paymentRefunded.event(newsAbout(flow, newsOf(order)))],
  };
}
