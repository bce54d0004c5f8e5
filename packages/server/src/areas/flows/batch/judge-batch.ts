import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import { batchStartSignFlow as operation } from '@cinnabar/api/operations/flows.js';
import { noId } from '@cinnabar/api/schema.js';
import type { MemberContext } from '../../../operation/context.js';
import { type Refusal, refuseFor } from '../../../operation/refusal.js';
import { EMPTY_LEDGER, findBalances } from '../../enterprise/index.js';
import type { TemplateDetail } from '../../templates/index.js';
import type { ChargedLedger } from '../flow/rules/charging.js';
import { startOfTemplate } from '../start/start-of-template.js';
import { judgeStart, problemView } from '../start/try-start.js';
import { namedMobiles, recentlyStarted, repeatedItems } from './rules/duplicates.js';
import { signersSince } from './store/recent-starts.js';

type Answer = OutputOf<typeof operation>;
type Result = Answer['results'][number];
type Warning = NonNullable<Result['warnings']>[number];
type Item = InputOf<typeof operation>['items'][number];

/** Items judged at the same time; further requests need connections too. */
const AT_ONCE = 4;

/** Period in which a second contract for the same person is worth a warning. */
const RECENT_MS = 24 * 3_600_000;

interface JudgedItem {
  readonly problems: readonly Refusal[];
  readonly warnings: readonly Warning[];
  readonly contracts: number;
  /** Taken from the accounts by the start itself. */
  readonly taken: readonly ChargedLedger[];
}

/** Dry run of a batch: each item is judged as a start of its own, on what the items before it leave of the balances. */
export async function judgeBatch(
  ctx: MemberContext,
  detail: TemplateDetail,
  items: readonly Item[],
): Promise<Answer> {
  const duplicates = await duplicatesOf(ctx, detail, items);
  const balances = await findBalances(ctx.db, ctx.corpId);
  const judged = await eachItem(items, (item) => judgeItem(ctx, detail, item));
  const left = { contract: balances.contract, collection: balances.collection };
  const results = judged.map(({ problems, warnings, contracts, taken }, index): Result => {
    const lacking = problems.length === 0 ? taken.find((ledger) => left[ledger] < 1) : undefined;
    const all = lacking === undefined ? problems : [refuseFor(EMPTY_LEDGER[lacking])];
    if (all.length === 0) for (const ledger of taken) left[ledger] -= 1;
    const [first] = all;
    return {
      index,
      flowId: null,
      flowCode: null,
      ...(first === undefined ? startable(ctx) : problemView(first, ctx)),
      contracts,
      problems: all.map((problem) => problemView(problem, ctx)),
      warnings: [...warnings, ...(duplicates[index] ?? [])],
    };
  });
  const failedCount = results.filter(({ code }) => code !== operation.successCode).length;
  return {
    batchId: noId<'Batch'>(),
    successCount: results.length - failedCount,
    failedCount,
    results,
    contractBalance: balances.contract,
    collectionBalance: balances.collection,
  };
}

function startable({ language }: MemberContext) {
  const msg = language === 'zh' ? '可以发起' : 'can be started';
  return { path: null, code: operation.successCode, reason: null, msg };
}

async function judgeItem(ctx: MemberContext, detail: TemplateDetail, item: Item): Promise<JudgedItem> {
  const judged = await judgeStart(ctx, async () => startOfTemplate(ctx, detail, item));
  const { prepared, problems, ledgers, isChargedAtOnce } = judged;
  // Values that cannot be filled in at once do not prevent a start; without this, nobody would learn of them.
  const unfilled = prepared?.ready.errorMessage ?? null;
  const ofValues = (unfilled === null ? [] : (prepared?.prefill.problems ?? [])).map(
    ({ path, words }): Warning => {
      return { kind: 'value', path, msg: words[ctx.language] };
    },
  );
  const missing: readonly Warning[] =
    unfilled === null || ofValues.length > 0
      ? []
      : [{ kind: 'value', path: 'fillComponents', msg: unfilled }];
  return {
    problems,
    warnings: [...ofValues, ...missing],
    contracts: ledgers.includes('contract') ? 1 : 0,
    taken: isChargedAtOnce ? ledgers : [],
  };
}

async function duplicatesOf(
  ctx: MemberContext,
  { template }: TemplateDetail,
  items: readonly Item[],
): Promise<readonly (readonly Warning[])[]> {
  const named = items.map(({ participantList }) => namedMobiles(participantList));
  const flows = await signersSince(ctx.db, {
    corpId: ctx.corpId,
    userId: ctx.actingMember.userId,
    templateId: template.template_id,
    since: new Date(ctx.now.getTime() - RECENT_MS),
    mobiles: [...new Set(named.flat())],
  });
  const isZh = ctx.language === 'zh';
  const path = 'participantList[0].psnAccount';
  const repeats = repeatedItems(named);
  return named.map((mobiles, index) => {
    const first = repeats[index];
    return [
      ...(first === undefined || first === null
        ? []
        : [
            {
              kind: 'repeated' as const,
              path,
              msg: isZh ? `与 items[${first}] 是同一人` : `is the same person as in items[${first}]`,
            },
          ]),
      ...(recentlyStarted(mobiles, flows)
        ? [
            {
              kind: 'recent' as const,
              path,
              msg: isZh
                ? '24 小时内已用此模板向同一人发起'
                : 'has had a flow of this template within the last 24 hours',
            },
          ]
        : []),
    ];
  });
}

/** Results in the order of the items. */
async function eachItem<T>(items: readonly Item[], judge: (item: Item) => Promise<T>): Promise<readonly T[]> {
  const results: T[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE) {
    results.push(...(await Promise.all(items.slice(start, start + AT_ONCE).map(judge))));
  }
  return results;
}
