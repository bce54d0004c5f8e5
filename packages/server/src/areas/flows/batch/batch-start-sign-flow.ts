import { createHash } from 'node:crypto';
import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { batchStartSignFlow as operation } from '@cinnabar/api/operations/flows.js';
import { transact } from '../../../database/transact.js';
import type { MemberContext } from '../../../operation/context.js';
import { refuseFor } from '../../../operation/refusal.js';
import type { TemplateDetail } from '../../templates/index.js';
import { namedTemplate, startOfTemplate } from '../start/start-of-template.js';
import { judgeBatch } from './judge-batch.js';
import { sealItems } from './kept-items.js';
import { startItems } from './start-items.js';
import { type BatchId, openBatch } from './store/batches.js';

type Input = InputOf<typeof operation>;

/**
 * Each item is committed separately, with a row that records it. If a request is interrupted and repeated with the same
 * Idempotency-Key, it continues its batch: an item that already has a flow is not started again, whichever process runs
 * it.
 */
export async function batchStartSignFlow(
  ctx: MemberContext,
  input: Input,
): Promise<OutputOf<typeof operation>> {
  const detail = await namedTemplate(ctx, input);
  refuseUnusable(ctx, detail);
  if (input.dryRun === true) return judgeBatch(ctx, detail, input.items);
  const batchId = await openedBatch(ctx, detail, input);
  const wanted = [...input.items.keys()];
  return startItems(ctx, { batchId, detail, items: input.items, wanted });
}

/** @throws Refusal TEMPLATE_DISABLED, TEMPLATE_INCOMPLETE */
export function refuseUnusable(ctx: MemberContext, detail: TemplateDetail): void {
  startOfTemplate(ctx, detail, { participantList: [] }).refuseUnlessUsable((refusal) => {
    throw refusal;
  });
}

async function openedBatch(ctx: MemberContext, detail: TemplateDetail, input: Input): Promise<BatchId> {
  const { userId, userName, realName } = ctx.actingMember;
  const requestHash = createHash('sha256')
    .update(JSON.stringify([userId, input]))
    .digest('hex');
  const batchId = await ctx.services.ids.next<'Batch'>();
  const sealedItems = await sealItems(ctx.db, ctx.corpId, batchId, input.items);
  const opened = await transact(ctx.db, (tx) =>
    openBatch(tx, {
      corpId: ctx.corpId,
      batchId,
      appId: ctx.appId,
      requestKey: ctx.idempotencyKey ?? null,
      requestHash,
      userId,
      userName: realName ?? userName,
      templateId: detail.template.template_id,
      templateName: detail.template.template_name,
      itemCount: input.items.length,
      isConfidential: input.items.some(({ privaryFlag }) => privaryFlag === 1),
      sealedItems,
      now: ctx.now,
    }),
  );
  // A holder of the key that died leaves it free for another request body, which must not continue this batch.
  if (opened.requestHash !== requestHash) throw refuseFor('IDEMPOTENCY_KEY_REUSED');
  return opened.batchId;
}
