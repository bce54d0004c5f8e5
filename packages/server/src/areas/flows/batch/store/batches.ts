import type { Id } from '@cinnabar/api/schema.js';
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import type { Db, Tx } from '../../../../database/schema.js';
import type { CorpId, UserId } from '../../../../operation/context.js';
import type { Words } from '../../../../operation/refusal.js';

export type BatchId = Id<'Batch'>;

/** A batch at its beginning. */
export interface NewBatch {
  readonly corpId: CorpId;
  readonly batchId: BatchId;
  readonly appId: string;
  /** The Idempotency-Key of its request; null: it cannot be continued. */
  readonly requestKey: string | null;
  readonly requestHash: string;
  readonly userId: UserId;
  readonly userName: string;
  readonly templateId: TemplateId;
  readonly templateName: string;
  readonly itemCount: number;
  readonly isConfidential: boolean;
  readonly sealedItems: Uint8Array;
  readonly now: Date;
}

/** Validity of a key, ms: as long as responses are stored under it. */
const KEPT_MS = 24 * 3_600_000;

/** How long the contents of items without a flow are kept, ms. */
export const CONTENT_KEPT_MS = 30 * KEPT_MS;

/**
 * Stores the batch, unless one with the same key is unfinished.
 * @returns the batch to continue: the new one, or the unfinished one with its stored request
 */
export async function openBatch(
  tx: Tx,
  batch: NewBatch,
): Promise<{ readonly batchId: BatchId; readonly requestHash: string }> {
  const { corpId, appId, requestKey, now } = batch;
  if (requestKey !== null) {
    await tx
      .updateTable('flow_batches')
      .set({ request_key: null })
      .where('app_id', '=', appId)
      .where('request_key', '=', requestKey)
      .where('created_at', '<', new Date(now.getTime() - KEPT_MS))
      .execute();
  }
  await tx
    .updateTable('flow_batches')
    .set({ sealed_items: null })
    .where('corp_id', '=', corpId)
    .where('user_id', 'is not', null)
    .where('created_at', '<', new Date(now.getTime() - CONTENT_KEPT_MS))
    .where('sealed_items', 'is not', null)
    .execute();
  const row = await tx
    .insertInto('flow_batches')
    .values({
      corp_id: corpId,
      batch_id: batch.batchId,
      app_id: appId,
      request_key: requestKey,
      request_hash: batch.requestHash,
      created_at: now,
      finished_at: null,
      user_id: batch.userId,
      user_name: batch.userName,
      template_id: batch.templateId,
      template_name: batch.templateName,
      item_count: batch.itemCount,
      confidential: batch.isConfidential,
      client_key: requestKey,
      sealed_items: batch.sealedItems,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['app_id', 'request_key'])
        .where('request_key', 'is not', null)
        // Changes nothing; an update is needed for RETURNING to yield the existing row.
        .doUpdateSet((set) => ({ app_id: set.ref('excluded.app_id') })),
    )
    .returning(['batch_id', 'request_hash'])
    .executeTakeFirstOrThrow();
  return { batchId: row.batch_id, requestHash: row.request_hash };
}

/**
 * Called before the response is stored: the request cannot be continued afterwards. The contents are kept only while an
 * item has no flow.
 */
export async function finishBatch(
  tx: Tx,
  corpId: CorpId,
  batchId: BatchId,
  { now, isComplete }: { readonly now: Date; readonly isComplete: boolean },
): Promise<void> {
  await tx
    .updateTable('flow_batches')
    .set({ request_key: null, finished_at: now, ...(isComplete ? { sealed_items: null } : {}) })
    .where('corp_id', '=', corpId)
    .where('batch_id', '=', batchId)
    .execute();
}

/** Why an item was refused. */
export interface Failure {
  readonly item: number;
  readonly code: string;
  readonly reason: string | null;
  readonly path: string | null;
  readonly words: Words;
}

/** Records why an item was refused; of several attempts the last counts. */
export async function noteFailure(
  db: Db,
  corpId: CorpId,
  batchId: BatchId,
  { item, code, reason, path, words, now }: Failure & { readonly now: Date },
): Promise<void> {
  const values = { code, reason, path, words_zh: words.zh, words_en: words.en, failed_at: now };
  await db
    .insertInto('flow_batch_failures')
    .values({ corp_id: corpId, batch_id: batchId, item, ...values })
    .onConflict((conflict) => conflict.columns(['corp_id', 'batch_id', 'item']).doUpdateSet(values))
    .execute();
}

/** The flow created for an item of a batch. */
export interface StartedItem {
  readonly item: number;
  readonly flowId: FlowId;
  readonly flowCode: string;
}

/** Records an item's flow in the flow's own commit. @returns false if the item already has a flow */
export async function noteItem(
  tx: Tx,
  corpId: CorpId,
  batchId: BatchId,
  { item, flowId }: Omit<StartedItem, 'flowCode'>,
): Promise<boolean> {
  const result = await tx
    .insertInto('flow_batch_items')
    .values({ corp_id: corpId, batch_id: batchId, item, flow_id: flowId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** The items that have a flow. */
export async function startedItems(
  db: Db,
  corpId: CorpId,
  batchId: BatchId,
): Promise<readonly StartedItem[]> {
  const rows = await db
    .selectFrom('flow_batch_items as started')
    .innerJoin('flows', (join) =>
      join.onRef('flows.corp_id', '=', 'started.corp_id').onRef('flows.flow_id', '=', 'started.flow_id'),
    )
    .select(['started.item', 'started.flow_id', 'flows.flow_code'])
    .where('started.corp_id', '=', corpId)
    .where('started.batch_id', '=', batchId)
    .execute();
  return rows.map((row) => ({ item: row.item, flowId: row.flow_id, flowCode: row.flow_code }));
}
