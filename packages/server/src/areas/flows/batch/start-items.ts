import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import { batchStartSignFlow as operation } from '@cinnabar/api/operations/flows.js';
import { EngineBusy } from '@cinnabar/pdf/engine/engine.js';
import { DatabaseError } from '../../../database/database-error.js';
import { transact } from '../../../database/transact.js';
import type { MemberContext } from '../../../operation/context.js';
import { Refusal, refuse, refuseFor } from '../../../operation/refusal.js';
import type { TemplateDetail } from '../../templates/index.js';
import { startFlow } from '../start/start-flow.js';
import { startOfTemplate } from '../start/start-of-template.js';
import {
  type BatchId,
  finishBatch,
  noteFailure,
  noteItem,
  type StartedItem,
  startedItems,
} from './store/batches.js';

type Answer = OutputOf<typeof operation>;
type Result = Answer['results'][number];
export type BatchItem = InputOf<typeof operation>['items'][number];

export interface BatchToStart {
  readonly batchId: BatchId;
  readonly detail: TemplateDetail;
  readonly items: readonly BatchItem[];
  /** Positions of the items to start. */
  readonly wanted: readonly number[];
}

/**
 * Starts the wanted items that have no flow yet, each in a commit of its own that records it, so that no item is started
 * twice, whichever request or process runs it.
 */
export async function startItems(
  ctx: MemberContext,
  { batchId, detail, items, wanted }: BatchToStart,
): Promise<Answer> {
  const started = new Map((await startedItems(ctx.db, ctx.corpId, batchId)).map((each) => [each.item, each]));
  const results: Result[] = [];
  for (const index of wanted) {
    const item = items[index];
    const before = started.get(index);
    if (before !== undefined) results.push(resultOf(ctx, before));
    else if (item !== undefined) results.push(await startItem(ctx, detail, batchId, index, item));
  }
  const successCount = results.filter(({ flowId }) => flowId !== null).length;
  const isComplete = new Set([...started.keys(), ...startedIn(results)]).size === items.length;
  return ctx.act(async (tx) => {
    await finishBatch(tx, ctx.corpId, batchId, { now: ctx.now, isComplete });
    return {
      batchId,
      successCount,
      failedCount: results.length - successCount,
      results,
      contractBalance: null,
      collectionBalance: null,
    };
  });
}

function startedIn(results: readonly Result[]): readonly number[] {
  return results.filter(({ flowId }) => flowId !== null).map(({ index }) => index);
}

/** Another process that was presumed dead has started the item after all. */
class StartedElsewhere extends Error {}

async function startItem(
  ctx: MemberContext,
  detail: TemplateDetail,
  batchId: BatchId,
  index: number,
  item: BatchItem,
): Promise<Result> {
  const own: MemberContext = { ...ctx, act: (work) => transact(ctx.db, (tx) => work(tx, false)) };
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
    const { code, reason, words, path } = failure;
    await noteFailure(ctx.db, ctx.corpId, batchId, { item: index, code, reason, path, words, now: ctx.now });
    return { ...noTrial, index, flowId: null, flowCode: null, code, reason, msg: words[ctx.language], path };
  }
}

const noTrial = { contracts: null, problems: null, warnings: null } as const;

function resultOf({ language }: MemberContext, { item, flowId, flowCode }: StartedItem): Result {
  const msg = language === 'zh' ? '成功' : 'success';
  const { successCode: code } = operation;
  return { ...noTrial, index: item, flowId, flowCode, code, reason: null, msg, path: null };
}

/** Errors of a single item. All other errors end the request, which can be repeated. */
function failureOf(error: unknown): Refusal | null {
  if (error instanceof Refusal && error.cause === undefined) return error;
  if (error instanceof EngineBusy) return refuseFor('ENGINE_BUSY');
  return error instanceof DatabaseError && error.reason === 'contention' ? refuse('503') : null;
}
