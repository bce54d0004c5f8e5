/** One event on its way to one webhook. */
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import {
  type DeliveryFailure,
  deliveryFailures,
  type WebhookDelivery,
  type WebhookDeliveryId,
  type WebhookDeliveryWithTries,
  type WebhookId,
} from '@cinnabar/api/schemas/webhook.js';
import type { WebhookEventType } from '@cinnabar/api/webhook-events.js';
import type { WebhookDeliveriesTable, WebhookTry } from '../../database/tables/webhooks.js';

export type MessageId = WebhookDeliveriesTable['message_id'];

export interface Delivery {
  readonly deliveryId: WebhookDeliveryId;
  readonly webhookId: WebhookId;
  readonly messageId: MessageId;
  readonly eventType: WebhookEventType;
  readonly flowId: FlowId | null;
  readonly status: WebhookDeliveriesTable['status'];
  readonly attempts: number;
  readonly tries: readonly WebhookTry[];
  readonly nextAt: Date | null;
  readonly createTime: Date;
}

/** The header webhook-id: the same for every webhook that receives the event, and for every attempt. */
export const webhookIdHeader = (messageId: MessageId): string => `msg_${messageId}`;

/** In the form of list answers. */
export function deliveryView(delivery: Delivery): WebhookDelivery {
  const last = delivery.tries.at(-1);
  const { deliveryId, webhookId, messageId, eventType, flowId, status, attempts } = delivery;
  return {
    ...{ deliveryId, webhookId, eventType, flowId, status, attempts },
    messageId: webhookIdHeader(messageId),
    lastTime: last === undefined ? null : new Date(last.time),
    httpStatus: last?.httpStatus ?? null,
    failure: failureIn(last?.failure ?? null),
    nextTime: delivery.nextAt,
    createTime: delivery.createTime,
  };
}

/** The same with the body, the address and the result of each attempt. */
export function deliveryDetail(delivery: Delivery, url: string, body: string): WebhookDeliveryWithTries {
  const tries = delivery.tries.map(({ time, took, httpStatus, failure, answer }) => ({
    ...{ took, httpStatus, answer },
    time: new Date(time),
    failure: failureIn(failure),
  }));
  return { ...deliveryView(delivery), url, body, tries };
}

function failureIn(word: string | null): DeliveryFailure | null {
  return deliveryFailures.find((each) => each === word) ?? null;
}
