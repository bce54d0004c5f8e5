/** A webhook as the area's rules see it. */
import type { Webhook, WebhookId } from '@cinnabar/api/schemas/webhook.js';
import type { SubscribableType } from '@cinnabar/api/webhook-events.js';
import type { Selectable } from 'kysely';
import type { WebhooksTable } from '../../database/tables/webhooks.js';
import type { CorpId, UserId } from '../../operation/context.js';

export type WebhookStatus = WebhooksTable['status'];

export interface StoredWebhook {
  readonly webhookId: WebhookId;
  readonly corpId: CorpId;
  readonly url: string;
  readonly eventTypes: readonly SubscribableType[];
  readonly remark: string;
  readonly status: WebhookStatus;
  readonly failingSince: Date | null;
  readonly lastFailedAt: Date | null;
  readonly previousUntil: Date | null;
  readonly createdBy: UserId | null;
  readonly createTime: Date;
  readonly updateTime: Date;
}

export function webhookOf(row: Selectable<WebhooksTable>): StoredWebhook {
  return {
    webhookId: row.webhook_id,
    corpId: row.corp_id,
    url: row.url,
    eventTypes: row.event_types,
    remark: row.remark,
    status: row.status,
    failingSince: row.failing_since,
    lastFailedAt: row.last_failed_at,
    previousUntil: row.previous_until,
    createdBy: row.created_by,
    createTime: row.created_at,
    updateTime: row.updated_at,
  };
}

/** In the form of answers. */
export function webhookView(webhook: StoredWebhook, now: Date): Webhook {
  const { webhookId, url, eventTypes, remark, status, failingSince, previousUntil } = webhook;
  return {
    ...{ webhookId, url, eventTypes, remark, status, failingSince },
    previousSecretUntil: previousUntil !== null && now < previousUntil ? previousUntil : null,
    createTime: webhook.createTime,
    updateTime: webhook.updateTime,
  };
}
