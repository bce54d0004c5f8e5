/** All SQL of webhooks themselves. */
import type { WebhookId } from '@cinnabar/api/schemas/webhook.js';
import type { SubscribableType } from '@cinnabar/api/webhook-events.js';
import { type Insertable, sql, type Updateable } from 'kysely';
import { readOnceByTransaction } from '../../../database/gathered-by-transaction.js';
import type { Db, Tx } from '../../../database/schema.js';
import type { WebhooksTable } from '../../../database/tables/webhooks.js';
import type { CorpId } from '../../../operation/context.js';
import { type StoredWebhook, webhookOf } from '../webhook.js';

export async function webhooksOf(db: Db, corpId: CorpId): Promise<readonly StoredWebhook[]> {
  const rows = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('corp_id', '=', corpId)
    .orderBy('created_at')
    .orderBy('webhook_id')
    .execute();
  return rows.map(webhookOf);
}

export async function findWebhook(
  db: Db,
  corpId: CorpId,
  webhookId: WebhookId,
): Promise<StoredWebhook | null> {
  const row = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('corp_id', '=', corpId)
    .executeTakeFirst();
  return row === undefined ? null : webhookOf(row);
}

/** Webhooks subscribed to the type, including disabled ones. */
export async function webhooksFor(
  tx: Tx,
  corpId: CorpId,
  type: SubscribableType,
): Promise<readonly StoredWebhook[]> {
  const rows = await rowsTogether(tx, corpId);
  return rows
    .filter(({ event_types }) => event_types.length === 0 || event_types.some((each) => each === type))
    .map(webhookOf);
}

const rowsTogether = readOnceByTransaction(String, async (tx: Tx, corpIds: readonly CorpId[]) => {
  const rows = await tx
    .selectFrom('webhooks')
    .selectAll()
    .where(sql<boolean>`corp_id = any(${corpIds}::bigint[])`)
    .orderBy('webhook_id')
    .execute();
  return corpIds.map((corpId) => rows.filter((row) => row.corp_id === corpId));
});

/** @returns false if the enterprise already has `most`; nothing is added then */
export async function insertWebhook(
  tx: Tx,
  row: Insertable<WebhooksTable>,
  most: number,
): Promise<StoredWebhook | null> {
  // Serialises concurrent additions, or both could pass the limit.
  await tx
    .selectFrom('corps')
    .select('corp_id')
    .where('corp_id', '=', row.corp_id)
    .forNoKeyUpdate()
    .execute();
  if ((await webhooksOf(tx, row.corp_id)).length >= most) return null;
  const inserted = await tx.insertInto('webhooks').values(row).returningAll().executeTakeFirstOrThrow();
  return webhookOf(inserted);
}

/** @returns null if the enterprise has no such webhook */
export async function updateWebhook(
  tx: Tx,
  corpId: CorpId,
  webhookId: WebhookId,
  change: Updateable<WebhooksTable>,
): Promise<StoredWebhook | null> {
  const row = await tx
    .updateTable('webhooks')
    .set(change)
    .where('webhook_id', '=', webhookId)
    .where('corp_id', '=', corpId)
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? null : webhookOf(row);
}

/** The present secret becomes the previous one, which also signs until then; null: it ends at once. */
export async function replaceSecret(
  tx: Tx,
  { corpId, webhookId }: Pick<StoredWebhook, 'corpId' | 'webhookId'>,
  secret: Uint8Array,
  previousUntil: Date | null,
  now: Date,
): Promise<StoredWebhook | null> {
  const row = await tx
    .updateTable('webhooks')
    .set(({ ref }) => ({
      secret,
      previous_secret: previousUntil === null ? null : ref('secret'),
      previous_until: previousUntil,
      updated_at: now,
    }))
    .where('webhook_id', '=', webhookId)
    .where('corp_id', '=', corpId)
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? null : webhookOf(row);
}

/** Its deliveries are deleted too. @returns false if there is none */
export async function deleteWebhook(tx: Tx, corpId: CorpId, webhookId: WebhookId): Promise<boolean> {
  const result = await tx
    .deleteFrom('webhooks')
    .where('webhook_id', '=', webhookId)
    .where('corp_id', '=', corpId)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** Locks the webhook: changes of its state are serialised. */
export async function lockWebhook(tx: Tx, webhookId: WebhookId): Promise<StoredWebhook | null> {
  const row = await tx
    .selectFrom('webhooks')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : webhookOf(row);
}
