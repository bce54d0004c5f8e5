import type { Id } from '@cinnabar/api/schema.js';
import type { SubscribableType, WebhookEventType } from '@cinnabar/api/webhook-events.js';
import type { Generated } from 'kysely';
import type { JsonColumn } from '../json.js';

/** Where an enterprise wants to be notified of events. */
export interface WebhooksTable {
  webhook_id: Id<'Webhook'>;
  corp_id: Id<'Corp'>;
  url: string;
  /** Empty: every type. */
  event_types: readonly SubscribableType[];
  remark: string;
  /** Encrypted by the enterprise's data key, like the previous one. */
  secret: Uint8Array;
  previous_secret: Uint8Array | null;
  /** Until when both secrets sign. */
  previous_until: Date | null;
  /** `disabled` by somebody, `failed` because nothing arrived for three days. */
  status: 'enabled' | 'disabled' | 'failed';
  /** Time of the first failure; null if the last attempt succeeded. */
  failing_since: Date | null;
  last_failed_at: Date | null;
  /** null: the operator of the platform. */
  created_by: Id<'User'> | null;
  created_at: Date;
  updated_at: Date;
}

/** One event as it is told, byte for byte, to every webhook that wants it. */
export interface WebhookMessagesTable {
  message_id: Id<'WebhookMessage'>;
  corp_id: Id<'Corp'>;
  event_type: WebhookEventType;
  flow_id: Id<'Flow'> | null;
  body: string;
  /** Time of the event. */
  created_at: Date;
}

/** What one try came to. */
export interface WebhookTry {
  /** ISO 8601. */
  readonly time: string;
  readonly took: number;
  /** null where there was no answer. */
  readonly httpStatus: number | null;
  /** Why it failed; null where it did not. */
  readonly failure: string | null;
  /** The beginning of the answer's body. */
  readonly answer: string;
}

export interface WebhookDeliveriesTable {
  delivery_id: Id<'WebhookDelivery'>;
  webhook_id: Id<'Webhook'>;
  message_id: Id<'WebhookMessage'>;
  /** `failed`: given up; `withheld`: the webhook was disabled. Both can be sent again. */
  status: 'pending' | 'delivered' | 'failed' | 'withheld';
  /** Grows with every claim of a sender, so that one that was taken for dead cannot write its result any more. */
  claim: Generated<number>;
  /** Attempts since it was last requested; determines the next delay. */
  attempts: Generated<number>;
  /** The newest tries, oldest first. */
  tries: JsonColumn<readonly WebhookTry[]>;
  /** When it is due; while it is being sent, when its sender is taken for dead. */
  next_at: Date | null;
  created_at: Date;
}

export interface WebhookTables {
  webhooks: WebhooksTable;
  webhook_messages: WebhookMessagesTable;
  webhook_deliveries: WebhookDeliveriesTable;
}
