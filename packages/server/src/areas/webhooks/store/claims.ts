/** All SQL of sending: claiming deliveries and recording their results, by several processes concurrently. */
import type { WebhookDeliveryId, WebhookId } from '@cinnabar/api/schemas/webhook.js';
import { sql } from 'kysely';
import { toJson } from '../../../database/json.js';
import type { Db, Tx } from '../../../database/schema.js';
import type { WebhookTry } from '../../../database/tables/webhooks.js';
import type { CorpId } from '../../../operation/context.js';
import type { MessageId } from '../delivery.js';
import { MAX_RECORDED_TRIES } from '../rules.js';

/** A claimed delivery with all data needed to send it. */
export interface Claimed {
  readonly deliveryId: WebhookDeliveryId;
  readonly claim: number;
  /** Number of earlier attempts. */
  readonly attempts: number;
  readonly messageId: MessageId;
  readonly body: string;
  readonly webhookId: WebhookId;
  readonly corpId: CorpId;
  readonly url: string;
  readonly secret: Uint8Array;
  readonly previousSecret: Uint8Array | null;
  readonly previousUntil: Date | null;
}

/** Number of held deliveries of a webhook, and its limit. */
export interface Room {
  readonly webhookId: WebhookId;
  readonly held: number;
  readonly most: number;
}

/**
 * Claims due deliveries, oldest first: of each webhook up to its limit, and of a failing one a single delivery at a
 * time. Claimed deliveries are due again at `until`, so that those of a crashed process are sent by another.
 *
 * Webhooks with due deliveries are found by a loose index scan, whose cost is independent of how many are waiting for
 * one of them.
 */
export async function claimDue(
  db: Db,
  {
    now,
    until,
    rooms,
    most,
    limit,
  }: {
    readonly now: Date;
    readonly until: Date;
    /** Webhooks of which deliveries are held. */
    readonly rooms: readonly Room[];
    /** Limit for all other webhooks. */
    readonly most: number;
    readonly limit: number;
  },
): Promise<readonly Claimed[]> {
  const held = toJson(rooms.map((room) => ({ id: room.webhookId, held: room.held, most: room.most })));
  const result = await sql<Claimed>`
    with recursive busy as (
      (select webhook_id from webhook_deliveries where status = 'pending' order by webhook_id limit 1)
      union all
      select (select webhook_id from webhook_deliveries
               where status = 'pending' and webhook_id > busy.webhook_id order by webhook_id limit 1)
        from busy where busy.webhook_id is not null
    ), room as (
      select webhook.webhook_id,
             case when webhook.failing_since is null then coalesce(held.most, ${most}) else 1 end
               - coalesce(held.held, 0) as free
        from busy
        join webhooks as webhook using (webhook_id)
        left join jsonb_to_recordset(${held}::jsonb) as held(id bigint, held integer, most integer)
          on held.id = webhook.webhook_id
       where webhook.status = 'enabled'
    ), due as (
      select taken.delivery_id
        from room cross join lateral (
          select delivery_id from webhook_deliveries as delivery
           where delivery.webhook_id = room.webhook_id and delivery.status = 'pending'
             and delivery.next_at <= ${now}
           order by delivery.next_at, delivery.delivery_id
           limit greatest(room.free, 0)
           for update skip locked
        ) as taken
       limit ${limit}
    )
    update webhook_deliveries as delivery
       set claim = delivery.claim + 1, next_at = ${until}
      from due, webhook_messages as message, webhooks as webhook
     where delivery.delivery_id = due.delivery_id
       and message.message_id = delivery.message_id
       and webhook.webhook_id = delivery.webhook_id
    returning delivery.delivery_id as "deliveryId", delivery.claim, delivery.attempts,
              delivery.message_id as "messageId", message.body, delivery.webhook_id as "webhookId",
              webhook.corp_id as "corpId", webhook.url, webhook.secret,
              webhook.previous_secret as "previousSecret", webhook.previous_until as "previousUntil"
  `.execute(db);
  return result.rows;
}

/** Result of a claim. */
export interface Settled {
  readonly deliveryId: WebhookDeliveryId;
  readonly claim: number;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly nextAt: Date | null;
  /** null: not attempted, and given back. */
  readonly tried: WebhookTry | null;
}

/** Records results, except those of claims that another process has taken over since. */
export async function settleClaims(tx: Db | Tx, results: readonly Settled[]): Promise<void> {
  const rows = toJson(
    results.map(({ deliveryId, claim, status, nextAt, tried }) => ({
      ...{ id: deliveryId, claim, status, next_at: nextAt },
      tried: tried === null ? [] : [tried],
    })),
  );
  await sql`
    update webhook_deliveries as delivery
       set status = result.status,
           next_at = result.next_at,
           attempts = delivery.attempts + jsonb_array_length(result.tried),
           tries = case when jsonb_array_length(delivery.tries) >= ${MAX_RECORDED_TRIES} then delivery.tries - 0
                        else delivery.tries end || result.tried
      from jsonb_to_recordset(${rows}::jsonb)
        as result(id bigint, claim integer, status text, next_at timestamptz, tried jsonb)
     where delivery.delivery_id = result.id and delivery.claim = result.claim and delivery.status = 'pending'
  `.execute(tx);
}

/** A delivery succeeded, which ends the outage. */
export async function noteSuccess(db: Db, webhookIds: readonly WebhookId[]): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ failing_since: null, last_failed_at: null })
    .where('webhook_id', 'in', webhookIds)
    .where('failing_since', 'is not', null)
    .execute();
}

/** Number of pending deliveries, and the due time of the oldest. */
export async function backlog(
  db: Db,
  now: Date,
): Promise<{ readonly pending: number; readonly oldest: Date | null }> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select([
      sql<number>`count(*)`.as('pending'),
      sql<Date | null>`min(next_at) filter (where next_at <= ${now})`.as('oldest'),
    ])
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return { pending: row?.pending ?? 0, oldest: row?.oldest ?? null };
}
