import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { batchResend as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { invalidField, refuseFor } from '../../../operation/refusal.js';
import { namedTemplate } from '../start/start-of-template.js';
import { refuseUnusable } from './batch-start-sign-flow.js';
import { contentsUntil, seenBatch } from './batch-view.js';
import { openItems } from './kept-items.js';
import { startItems } from './start-items.js';
import { type BatchId, startedItems } from './store/batches.js';
import { sealedItemsOf } from './store/find-batches.js';

/** Uses the contents of the original request. Items that have a flow by then are left alone. */
export async function batchResend(
  ctx: MemberContext,
  { batchId, indexes }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { corpId, db, actingMember } = ctx;
  const batch = await seenBatch(ctx, batchId);
  if (batch.userId !== actingMember.userId) throw refuseFor('PERMISSION_DENIED');
  const unknown = (indexes ?? []).findIndex((index) => index >= batch.itemCount);
  if (unknown !== -1) {
    throw invalidField(`indexes[${unknown}]`, { zh: '没有该项', en: 'is no item of the batch' });
  }
  if ((await startedItems(db, corpId, batchId)).length === batch.itemCount) return nothingToDo(batchId);
  const sealed = contentsUntil(batch, ctx.now) === null ? null : await sealedItemsOf(db, corpId, batchId);
  if (sealed === null) throw refuseFor('BATCH_CONTENT_GONE');
  const detail = await namedTemplate(ctx, { templateId: batch.templateId });
  refuseUnusable(ctx, detail);
  const items = await openItems(db, corpId, batchId, sealed);
  return startItems(ctx, {
    batchId,
    detail,
    items,
    wanted: await wantedItems(ctx, batchId, items.length, indexes),
  });
}

/** Every item has a flow. */
function nothingToDo(batchId: BatchId): OutputOf<typeof operation> {
  const counts = { successCount: 0, failedCount: 0, results: [] };
  return { batchId, ...counts, contractBalance: null, collectionBalance: null };
}

async function wantedItems(
  { db, corpId }: MemberContext,
  batchId: BatchId,
  count: number,
  indexes: InputOf<typeof operation>['indexes'],
): Promise<readonly number[]> {
  if (indexes !== undefined) return [...new Set(indexes)];
  const started = new Set((await startedItems(db, corpId, batchId)).map(({ item }) => item));
  return Array.from({ length: count }, (_, index) => index).filter((index) => !started.has(index));
}
