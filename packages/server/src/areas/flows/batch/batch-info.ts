import { FlowQuery } from '@cinnabar/api/enums.js';
import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { batchInfo as operation } from '@cinnabar/api/operations/flows.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import type { MemberContext } from '../../../operation/context.js';
import { listPage } from '../lists/list-page.js';
import { viewerOf } from '../view/access.js';
import { nothingStarted, seenBatch, summaryView } from './batch-view.js';
import { openItems } from './kept-items.js';
import { type Failure, type StartedItem, startedItems } from './store/batches.js';
import { countItems, failuresOf, type MemberBatch, sealedItemsOf } from './store/find-batches.js';

type Item = OutputOf<typeof operation>['items'][number];

/** Largest number of flows of a batch. */
const MAX_ITEMS = 500;

export async function batchInfo(
  ctx: MemberContext,
  { batchId, itemState, ...paging }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { corpId, db } = ctx;
  const batch = await seenBatch(ctx, batchId);
  const [counts, started, failures] = await Promise.all([
    countItems(db, corpId, [batchId]),
    startedItems(db, corpId, batchId),
    failuresOf(db, corpId, batchId),
  ]);
  const startedByItem = new Map(started.map((each) => [each.item, each]));
  const { limit, offset } = pageWindow(paging);
  const wanted = Array.from({ length: batch.itemCount }, (_, index) => index)
    .filter((index) => itemState === undefined || stateOf(index, startedByItem, failures) === itemState)
    .slice(offset, offset + limit);
  const [flows, titles] = await Promise.all([flowsOf(ctx, batch), titlesOf(ctx, batch)]);
  const items = wanted.map((index): Item => {
    const known = startedByItem.get(index);
    const flow = known === undefined ? null : (flows.get(known.flowId) ?? null);
    const failure = known === undefined ? failures.get(index) : undefined;
    return {
      index,
      itemState: stateOf(index, startedByItem, failures),
      title: flow?.flowTitle ?? (known === undefined ? (titles[index] ?? null) : null),
      flowId: flow?.flowId ?? null,
      flowCode: flow?.flowCode ?? null,
      flow,
      code: failure?.code ?? null,
      reason: failure?.reason ?? null,
      msg: failure?.words[ctx.language] ?? null,
      path: failure?.path ?? null,
    };
  });
  return { batch: summaryView(ctx, batch, counts.get(batchId) ?? nothingStarted), items };
}

function stateOf(
  index: number,
  started: ReadonlyMap<number, StartedItem>,
  failures: ReadonlyMap<number, Failure>,
): Item['itemState'] {
  if (started.has(index)) return 'started';
  return failures.has(index) ? 'failed' : 'pending';
}

/** Its flows that the acting member may know of, with the reasons why they wait. */
async function flowsOf(ctx: MemberContext, { batchId, userId }: MemberBatch) {
  const viewer = viewerOf(ctx);
  const scope =
    userId === viewer.userId
      ? ({ kind: 'own', viewer, docQueryType: FlowQuery.all } as const)
      : ({ kind: 'enterprise', corpId: ctx.corpId, leavesOutSecret: viewer.seesNoSecrets } as const);
  const { items } = await listPage(ctx, scope, { batchId, listPageSize: MAX_ITEMS, withReasons: 1 });
  return new Map(items.map((item) => [item.flowId, item]));
}

/** Titles of the items as requested, for the member who started the batch. */
async function titlesOf(ctx: MemberContext, batch: MemberBatch): Promise<readonly string[]> {
  const { corpId, db, actingMember } = ctx;
  if (batch.userId !== actingMember.userId || !batch.hasContents) return [];
  const sealed = await sealedItemsOf(db, corpId, batch.batchId);
  if (sealed === null) return [];
  const items = await openItems(db, corpId, batch.batchId, sealed);
  return items.map(({ templateName }) => templateName?.trim() || batch.templateName);
}
