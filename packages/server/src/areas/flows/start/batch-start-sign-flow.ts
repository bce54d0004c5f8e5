import { createHash } from 'node:crypto';
import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import { batchStartSignFlow as operation } from '@cinnabar/api/operations/flows.js';
import { EngineBusy } from '@cinnabar/pdf/engine/engine.js';
import { DatabaseError } from '../../../database/database-error.js';
import { transact } from '../../../database/transact.js';
import type { MemberContext } from '../../../operation/context.js';
import { Refusal, refuse, refuseFor } from '../../../operation/refusal.js';
import type { TemplateDetail } from '../../templates/index.js';
import { startFlow } from './start-flow.js';
import { namedTemplate, startOfTemplate } from './start-of-template.js';
import {
  type BatchId,
  finishBatch,
  noteItem,
  openBatch,
  type StartedItem,
  startedItems,
} from './store/batches.js';

type Input = InputOf<typeof operation>;
type Result = OutputOf<typeof operation>['results'][number];

/**
 * Each item is committed separately, with a row that records it. If a request is interrupted and repeated with the same
 * Idempotency-Key, it continues its batch: an item that already has a flow is not started again, whichever process runs
 * it.
 */
export async function batchStartSignFlow(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const detail = await namedTemplate(ctx, input);
  startOfTemplate(ctx, detail, { participantList: [] }).refuseUnlessUsable((refusal) => {
    throw refusal;
  });
  const batchId = await openedBatch(ctx, input);
  const started = new Map((await startedItems(ctx.db, ctx.corpId, batchId)).map((each) => [each.item, each]));
  const results: Result[] = [];
  for (const [index, item] of input.items.entries()) {
    const before = started.get(index);
    results.push(
      before === undefined ? await startItem(ctx, detail, batchId, index, item) : resultOf(ctx, before),
    );
  }
  const successCount = results.filter(({ flowId }) => flowId !== null).length;
  return ctx.act(async (tx) => {
    await finishBatch(tx, ctx.corpId, batchId, ctx.now);
    return { batchId, successCount, failedCount: results.length - successCount, results };
  });
}

async function openedBatch(ctx: MemberContext, input: Input): Promise<BatchId> {
  const requestHash = createHash('sha256')
    .update(JSON.stringify([ctx.actingMember.userId, input]))
    .digest('hex');
  const batchId = await ctx.services.ids.next<'Batch'>();
  const opened = await transact(ctx.db, (tx) =>
    openBatch(tx, {
      corpId: ctx.corpId,
      batchId,
      appId: ctx.appId,
      requestKey: ctx.idempotencyKey ?? null,
      requestHash,
      now: ctx.now,
    }),
  );
  // A holder of the key that died leaves it free for another request body, which must not continue this batch.
  if (opened.requestHash !== requestHash) throw refuseFor('IDEMPOTENCY_KEY_REUSED');
  return opened.batchId;
}

/** Another process that was presumed dead has started the item after all. */
class StartedElsewhere extends Error {}

async function startItem(
  ctx: MemberContext,
  detail: TemplateDetail,
  batchId: BatchId,
  index: number,
  item: Input['items'][number],
): Promise<Result> {
  const own: MemberContext = { ...ctx, act: (work) => transact(ctx.db, work) };
  try {
    const request = { ...startOfTemplate(own, detail, item), batchId };
    return await startFlow(own, request, async (tx, { flow: { flowId, flowCode } }) => {
      if (!(await noteItem(tx, ctx.corpId, batchId, { item: index, flowId }))) throw new StartedElsewhere();
      return resultOf(ctx, { item: index, flowId, flowCode });
    });
  } catch (error) {
    if (error instanceof StartedElsewhere) {
      const known = await startedItems(ctx.db, ctx.corpId, batchId);
      const found = known.find((each) => each.item === index);
      if (found !== undefined) return resultOf(ctx, found);
    }
    const failure = failureOf(error);
    if (failure === null) throw error;
    const { code, reason, words } = failure;
    return { index, flowId: null, flowCode: null, code, reason, msg: words[ctx.language] };
  }
}

function resultOf({ language }: MemberContext, { item, flowId, flowCode }: StartedItem): Result {
  const msg = language === 'zh' ? '成功' : 'success';
  return { index: item, flowId, flowCode, code: operation.successCode, reason: null, msg };
}

/** Errors of a single item. All other errors end the request, which can be repeated. */
function failureOf(error: unknown): Refusal | null {
  if (error instanceof Refusal && error.cause === undefined) return error;
  if (error instanceof EngineBusy) return refuseFor('ENGINE_BUSY');
  return error instanceof DatabaseError && error.reason === 'contention' ? refuse('503') : null;
}
