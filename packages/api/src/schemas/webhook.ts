import type { Id, Infer } from '../schema.js';
import { choice, dateTime, id, int32, list, nullable, object, text } from '../schema.js';
import { subscribableTypes, webhookEventTypes } from '../webhook-events.js';

export type WebhookId = Id<'Webhook'>;
export type WebhookDeliveryId = Id<'WebhookDelivery'>;

export const webhookStatuses = ['enabled', 'disabled', 'failed'] as const;
export const deliveryStatuses = ['pending', 'delivered', 'failed', 'withheld'] as const;

/** Why a try did not succeed. */
export const deliveryFailures = [
  'ADDRESS_REFUSED',
  'ADDRESS_UNKNOWN',
  'NOT_REACHED',
  'NOT_SECURE',
  'TIMEOUT',
  'REDIRECT',
  'STATUS',
] as const;

const webhookFields = {
  webhookId: id<'Webhook'>(),
  url: text(1, 2000),
  /** Empty: every type. */
  eventTypes: list(choice(subscribableTypes)),
  remark: text(0, 200),
  /** enabled; disabled by somebody; failed: disabled because nothing arrived for three days. */
  status: choice(webhookStatuses),
  /** Since when nothing arrived, null when the last try succeeded. */
  failingSince: nullable(dateTime()),
  /** Until when the secret before the present one signs too. */
  previousSecretUntil: nullable(dateTime()),
  createTime: dateTime(),
  updateTime: dateTime(),
};

export const webhook = object(webhookFields);

/** The secret is shown when it is made, and never again. */
export const webhookWithSecret = object({ ...webhookFields, secret: text(1, 200) });

const deliveryFields = {
  deliveryId: id<'WebhookDelivery'>(),
  webhookId: id<'Webhook'>(),
  /** The header webhook-id. */
  messageId: text(1, 100),
  eventType: choice(webhookEventTypes),
  flowId: nullable(id<'Flow'>()),
  /** pending; delivered; failed: given up; withheld: the webhook was disabled. */
  status: choice(deliveryStatuses),
  attempts: int32(0),
  lastTime: nullable(dateTime()),
  httpStatus: nullable(int32()),
  failure: nullable(choice(deliveryFailures)),
  nextTime: nullable(dateTime()),
  createTime: dateTime(),
};

export const webhookDelivery = object(deliveryFields);

export const webhookDeliveryInfo = object({
  ...deliveryFields,
  url: text(1, 2000),
  /** What is sent, byte for byte. */
  body: text(1, 20_000),
  /** The newest tries, oldest first. */
  tries: list(
    object({
      time: dateTime(),
      /** ms */
      took: int32(0),
      httpStatus: nullable(int32()),
      failure: nullable(choice(deliveryFailures)),
      /** The beginning of the answer. */
      answer: text(0, 2000),
    }),
  ),
});

export type Webhook = Infer<typeof webhook>;
export type WebhookDelivery = Infer<typeof webhookDelivery>;
export type WebhookDeliveryInfo = Infer<typeof webhookDeliveryInfo>;
export type DeliveryFailure = (typeof deliveryFailures)[number];
