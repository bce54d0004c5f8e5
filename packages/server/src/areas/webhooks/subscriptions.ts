/** Turns events of other areas into messages for the enterprise concerned. */
import { id } from '@cinnabar/api/schema.js';
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import {
  approvalFinishedEvent,
  approvalOpenedEvent,
  flowCompletedEvent,
  flowExpiredEvent,
  flowFilledEvent,
  flowRefusedEvent,
  flowRevokedEvent,
  flowSignedEvent,
  flowStartedEvent,
  memberContradictedEvent,
  memberMobileChangedEvent,
  memberVerifiedEvent,
  paymentRefundedEvent,
  paymentSucceededEvent,
  type SubscribableType,
  type WebhookEvent,
} from '@cinnabar/api/webhook-events.js';
import type { Tx } from '../../database/schema.js';
import { type OutboxEvent, type Subscription, subscribe, type Topic } from '../../jobs/outbox.js';
import type { CorpId } from '../../operation/context.js';
import type { Services } from '../../operation/services.js';
import {
  approvalFinished,
  approvalOpened,
  flowCompleted,
  flowExpired,
  flowFilled,
  flowRefused,
  flowRevoked,
  flowSigned,
  flowStarted,
  sourceOrderCodeOf,
} from '../flows/index.js';
import { memberContradicted, memberMobileChanged, memberVerified } from '../members/index.js';
import { paymentRefunded, paymentSucceeded } from '../payments/index.js';
import type { MessageId } from './delivery.js';
import { bodyOf } from './message.js';
import { insertMessage } from './store/deliveries.js';
import { webhooksFor } from './store/webhooks.js';

/** Common data of all events of a flow. */
interface InFlow {
  readonly corpId: CorpId;
  readonly flowId: FlowId;
  readonly sequence: number;
  readonly sourceOrderCode: string | null;
}

/** The outbox delivers each event to these exactly once, so each becomes one message. */
export function webhookSubscriptions({ ids }: Pick<Services, 'ids'>): readonly Subscription[] {
  function tell<P, D>(
    topic: Topic<P>,
    event: WebhookEvent<SubscribableType, D>,
    dataOf: (happened: OutboxEvent<P>, corpId: CorpId, tx: Tx) => Promise<D | null>,
    flowOf: (payload: P) => FlowId | null,
  ): Subscription {
    return subscribe(topic, async (happened, tx, now) => {
      const corpId = id<'Corp'>().read(happened.corpId, 'corpId', { zone: 'UTC' });
      const webhooks = await webhooksFor(tx, corpId, event.type);
      if (webhooks.length === 0) return;
      const data = await dataOf(happened, corpId, tx);
      if (data === null) return;
      const messageId: MessageId = await ids.next();
      const deliveryIds = await ids.take<'WebhookDelivery'>(webhooks.length);
      const message = {
        message_id: messageId,
        corp_id: corpId,
        event_type: event.type,
        flow_id: flowOf(happened.payload),
        body: bodyOf(event, data, happened.createdAt),
        created_at: happened.createdAt,
      };
      const deliveries = webhooks.flatMap((webhook, index) => {
        const deliveryId = deliveryIds[index];
        return deliveryId === undefined ? [] : [{ deliveryId, webhook }];
      });
      await insertMessage(tx, message, deliveries, now);
    });
  }

  const ofFlow = <P extends { readonly flowId: FlowId }, D>(
    topic: Topic<P>,
    event: WebhookEvent<SubscribableType, D>,
    dataOf: (payload: P, inFlow: InFlow) => D,
  ): Subscription =>
    tell(
      topic,
      event,
      async ({ payload, sequence }, corpId, tx) => {
        // Written by a version without webhooks.
        if (sequence === null) return null;
        const { flowId } = payload;
        const sourceOrderCode = await sourceOrderCodeOf(tx, corpId, flowId);
        return dataOf(payload, { corpId, flowId, sequence, sourceOrderCode });
      },
      ({ flowId }) => flowId,
    );

  type Flow = { readonly flowCode: string; readonly status: number };
  const about = ({ flowCode, status }: Flow, inFlow: InFlow) => ({ ...inFlow, flowCode, flowStatus: status });

  const ofMember = (
    topic: typeof memberVerified,
    event: typeof memberVerifiedEvent | typeof memberContradictedEvent | typeof memberMobileChangedEvent,
  ) =>
    tell(
      topic,
      event,
      async ({ payload: { userId } }, corpId) => ({ corpId, userId }),
      () => null,
    );

  return [
    ofFlow(flowStarted, flowStartedEvent, about),
    ofFlow(flowFilled, flowFilledEvent, about),
    ofFlow(flowSigned, flowSignedEvent, (payload, inFlow) => ({
      ...about(payload, inFlow),
      participantId: payload.participantId,
    })),
    ofFlow(flowCompleted, flowCompletedEvent, about),
    ofFlow(flowRefused, flowRefusedEvent, (payload, inFlow) => ({
      ...about(payload, inFlow),
      participantId: payload.participantId,
    })),
    ofFlow(flowRevoked, flowRevokedEvent, about),
    ofFlow(flowExpired, flowExpiredEvent, about),
    ofFlow(approvalOpened, approvalOpenedEvent, ({ approvalId }, inFlow) => ({ ...inFlow, approvalId })),
    ofFlow(approvalFinished, approvalFinishedEvent, ({ approvalId, status }, inFlow) => ({
      ...{ ...inFlow, approvalId },
      approvalStatus: status,
    })),
    ofFlow(paymentSucceeded, paymentSucceededEvent, ({ orderId, participantId, goodsType }, inFlow) => ({
      ...{ ...inFlow, orderId, participantId, goodsType },
    })),
    ofFlow(paymentRefunded, paymentRefundedEvent, ({ orderId, participantId, goodsType }, inFlow) => ({
      ...{ ...inFlow, orderId, participantId, goodsType },
    })),
    ofMember(memberVerified, memberVerifiedEvent),
    ofMember(memberContradicted, memberContradictedEvent),
    ofMember(memberMobileChanged, memberMobileChangedEvent),
  ];
}
