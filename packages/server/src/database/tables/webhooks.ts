import type { Id } from '@cinnabar/api/schema.js';
import type { SubscribableType, WebhookEventType } from '@cinnabar/api/webhook-events.js';
import type { Generated } from 'kysely';
import type { JsonColumn } from '../json.js';

/** Endpoints at which enterprises are notified of events. */
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
  /** Time until which both secrets are used for signing. */
  previous_until: Date | null;
  /** `disabled` by a person or application; `failed` because nothing was delivered for three days. */
  status: 'enabled' | 'disabled' | 'failed';
  /** The status to which reopening the enterprise restores it; null: the enterprise is not closed. */
  state_when_closed: Generated<string | null>;
  /** Time of the first failure; null if the last attempt succeeded. */
  failing_since: Date | null;
  last_failed_at: Date | null;
  /** null: the operator. */
  created_by: Id<'User'> | null;
  created_at: Date;
  updated_at: Date;
}

/** The body of an event as sent to every webhook that subscribes to it. */
export interface WebhookMessagesTable {
  message_id: Id<'WebhookMessage'>;
  corp_id: Id<'Corp'>;
  event_type: WebhookEventType;
  flow_id: Id<'Flow'> | null;
  body: string;
  /** Time of the event. */
  created_at: Date;
}

/** Result of one attempt. */
export interface WebhookTry {
  /** ISO 8601. */
  readonly time: string;
  readonly took: number;
  /** null if there was no response. */
  readonly httpStatus: number | null;
  /** Reason for the failure; null if it succeeded. */
  readonly failure: string | null;
  /** Beginning of the response body. */
  readonly answer: string;
}

export interface WebhookDeliveriesTable {
  delivery_id: Id<'WebhookDelivery'>;
  webhook_id: Id<'Webhook'>;
  message_id: Id<'WebhookMessage'>;
  /** `failed`: given up; `withheld`: the webhook was disabled. Both can be sent again. */
  status: 'pending' | 'delivered' | 'failed' | 'withheld';
  /** Incremented by every claim of a sender, so that one that was considered dead can no longer store its result. */
  claim: Generated<number>;
  /** Attempts since it was last requested; determines the next delay. */
  attempts: Generated<number>;
  /** The latest attempts, oldest first. */
  tries: JsonColumn<readonly WebhookTry[]>;
  /** Time at which it is due; while it is being sent, the time at which its sender is considered dead. */
  next_at: Date | null;
  created_at: Date;
}

export interface WebhookTables {
  webhooks: WebhooksTable;
  webhook_messages: WebhookMessagesTable;
  webhook_deliveries: WebhookDeliveriesTable;
}
