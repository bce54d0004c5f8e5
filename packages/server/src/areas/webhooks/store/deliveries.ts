/** All SQL of messages and their deliveries, except for sending (claims.ts). */
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { WebhookDeliveryId, WebhookId } from '@cinnabar/api/schemas/webhook.js';
import { type Insertable, sql } from 'kysely';
import { toJson } from '../../../database/json.js';
import { addRemoved, type Removed } from '../../../database/remove-counted.js';
import type { Db, Tx } from '../../../database/schema.js';
import type { WebhookMessagesTable } from '../../../database/tables/webhooks.js';
import type { CorpId } from '../../../operation/context.js';
import type { Delivery } from '../delivery.js';
import type { StoredWebhook } from '../webhook.js';

export interface NewDelivery {
  readonly deliveryId: WebhookDeliveryId;
  readonly webhook: Pick<StoredWebhook, 'webhookId' | 'status'>;
}

/** Stores a message with one delivery for each webhook; for a disabled one it is withheld. */
export async function insertMessage(
  tx: Tx,
  message: Insertable<WebhookMessagesTable>,
  deliveries: readonly NewDelivery[],
  now: Date,
): Promise<void> {
  await tx
    .with('message', (query) => query.insertInto('webhook_messages').values(message))
    .insertInto('webhook_deliveries')
    .values(
      deliveries.map(({ deliveryId, webhook }) => ({
        delivery_id: deliveryId,
        webhook_id: webhook.webhookId,
        message_id: message.message_id,
        ...(webhook.status === 'enabled'
          ? { status: 'pending' as const, next_at: now }
          : { status: 'withheld' as const, next_at: null }),
        tries: toJson([]),
        created_at: now,
      })),
    )
    .execute();
}

function deliveries(db: Db, corpId: CorpId) {
  return db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhooks as webhook', 'webhook.webhook_id', 'delivery.webhook_id')
    .innerJoin('webhook_messages as message', 'message.message_id', 'delivery.message_id')
    .where('webhook.corp_id', '=', corpId);
}

const columns = [
  'delivery.delivery_id as deliveryId',
  'delivery.webhook_id as webhookId',
  'delivery.message_id as messageId',
  'message.event_type as eventType',
  'message.flow_id as flowId',
  'delivery.status as status',
  'delivery.attempts as attempts',
  'delivery.tries as tries',
  'delivery.next_at as nextAt',
  'delivery.created_at as createTime',
] as const;

export interface DeliveryFilters {
  readonly webhookId: WebhookId | null;
  readonly status: Delivery['status'] | null;
  readonly eventType: string | null;
  readonly flowId: FlowId | null;
}

/** One page of an enterprise's deliveries, newest first. */
export async function listDeliveries(
  db: Db,
  corpId: CorpId,
  { webhookId, status, eventType, flowId }: DeliveryFilters,
  window: { readonly limit: number; readonly offset: number },
): Promise<{ readonly items: readonly Delivery[]; readonly totalCount: number }> {
  const found = deliveries(db, corpId)
    .$if(webhookId !== null, (query) => query.where('delivery.webhook_id', '=', webhookId))
    .$if(status !== null, (query) => query.where('delivery.status', '=', status))
    .$if(eventType !== null, (query) => query.where(sql<boolean>`message.event_type = ${eventType}`))
    .$if(flowId !== null, (query) => query.where('message.flow_id', '=', flowId));
  const [{ total }, items] = await Promise.all([
    found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    found
      .select(columns)
      .orderBy('delivery.created_at', 'desc')
      .orderBy('delivery.delivery_id', 'desc')
      .limit(window.limit)
      .offset(window.offset)
      .execute(),
  ]);
  return { items, totalCount: total };
}

/** One delivery with its body and address. */
export async function findDelivery(
  db: Db,
  corpId: CorpId,
  deliveryId: WebhookDeliveryId,
): Promise<(Delivery & { readonly url: string; readonly body: string }) | null> {
  const row = await deliveries(db, corpId)
    .select([...columns, 'webhook.url as url', 'message.body as body'])
    .where('delivery.delivery_id', '=', deliveryId)
    .executeTakeFirst();
  return row ?? null;
}

const again = (now: Date) => ({ status: 'pending', attempts: 0, next_at: now }) as const;

/** Makes a delivery due now, in whatever state. @returns false if the webhook has no such delivery */
export async function sendAgain(
  tx: Tx,
  webhookId: WebhookId,
  deliveryId: WebhookDeliveryId,
  now: Date,
): Promise<boolean> {
  const result = await tx
    .updateTable('webhook_deliveries')
    .set(again(now))
    .where('delivery_id', '=', deliveryId)
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Makes all deliveries due that were created since then and were given up or withheld. @returns their number */
export async function sendFailedAgain(tx: Tx, webhookId: WebhookId, since: Date, now: Date): Promise<number> {
  const result = await tx
    .updateTable('webhook_deliveries')
    .set(again(now))
    .where('webhook_id', '=', webhookId)
    .where('status', 'in', ['failed', 'withheld'])
    .where('created_at', '>=', since)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Pending deliveries of a disabled webhook are withheld until somebody requests them. */
export async function withholdPending(tx: Tx, webhookId: WebhookId): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'withheld', next_at: null })
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'pending')
    .execute();
}

/** Limit of rows deleted by one statement. */
const BATCH = 5_000;

/** Deletes deliveries finished before that time, except those that are sent again meanwhile, and messages without any left. */
export async function removeOldDeliveries(db: Db, before: Date, signal: AbortSignal): Promise<Removed> {
  const all: Removed[] = [];
  for (const statement of [
    sql<Counted>`with gone as (
          delete from webhook_deliveries where delivery_id in (
            select delivery_id from webhook_deliveries
            where created_at < ${before} and status <> 'pending' order by created_at limit ${BATCH})
            and status <> 'pending'
          returning webhook_id)
        select coalesce(webhook.corp_id, 0) as corp, count(*)::int as removed
        from gone left join webhooks webhook using (webhook_id) group by 1`,
    sql<Counted>`with gone as (
          delete from webhook_messages where message_id in (
            select message_id from webhook_messages as message
            where created_at < ${before}
              and not exists (select from webhook_deliveries where message_id = message.message_id)
            order by created_at limit ${BATCH})
          returning corp_id)
        select corp_id as corp, count(*)::int as removed from gone group by 1`,
  ]) {
    let count: number;
    do {
      signal.throwIfAborted();
      const { rows } = await statement.execute(db);
      all.push(new Map(rows.map(({ corp, removed }) => [corp, removed])));
      count = rows.reduce((sum, { removed }) => sum + removed, 0);
    } while (count === BATCH);
  }
  return addRemoved(...all);
}

interface Counted {
  readonly corp: number;
  readonly removed: number;
}
