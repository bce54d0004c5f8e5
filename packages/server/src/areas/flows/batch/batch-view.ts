import { holdsRight } from '@cinnabar/api/permissions.js';
import type { Infer } from '@cinnabar/api/schema.js';
import type { batchSummary } from '@cinnabar/api/schemas/flow-batch.js';
import type { MemberContext } from '../../../operation/context.js';
import { refuse } from '../../../operation/refusal.js';
import { type BatchId, CONTENT_KEPT_MS } from './store/batches.js';
import { type BatchCounts, findBatch, type MemberBatch } from './store/find-batches.js';

/**
 * The batch, if the acting member has started it or may read the contracts of the enterprise.
 * @throws Refusal 404
 */
export async function seenBatch(ctx: MemberContext, batchId: BatchId): Promise<MemberBatch> {
  const batch = await findBatch(ctx.db, ctx.corpId, batchId);
  if (batch === null) throw refuse('404');
  const { userId, roles } = ctx.actingMember;
  const isSeen = batch.userId === userId || (!batch.isConfidential && holdsRight(roles, 'readContracts'));
  if (!isSeen) throw refuse('404');
  return batch;
}

/** Until when items without a flow can be started again; null: no longer. */
export function contentsUntil({ createdAt, hasContents }: MemberBatch, now: Date): Date | null {
  const until = new Date(createdAt.getTime() + CONTENT_KEPT_MS);
  return hasContents && until > now ? until : null;
}

export function summaryView(
  { actingMember, now }: Pick<MemberContext, 'actingMember' | 'now'>,
  batch: MemberBatch,
  { started, failed, statuses }: BatchCounts,
): Infer<typeof batchSummary> {
  const isOwn = batch.userId === actingMember.userId;
  return {
    batchId: batch.batchId,
    templateId: batch.templateId,
    templateName: batch.templateName,
    userId: batch.userId,
    userName: batch.userName,
    createTime: batch.createdAt,
    finishTime: batch.finishedAt,
    requestKey: isOwn ? batch.clientKey : null,
    itemCount: batch.itemCount,
    startedCount: started,
    failedCount: failed,
    statuses: [...statuses],
    resendableUntil: isOwn && started < batch.itemCount ? contentsUntil(batch, now) : null,
  };
}

export const nothingStarted: BatchCounts = { started: 0, failed: 0, statuses: [] };
