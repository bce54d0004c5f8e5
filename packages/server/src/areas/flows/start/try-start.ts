import type { OutputOf } from '@cinnabar/api/operation.js';
import type { startSignFlow } from '@cinnabar/api/operations/flows.js';
import { noId } from '@cinnabar/api/schema.js';
import type { MemberContext } from '../../../operation/context.js';
import { Refusal, refuseFor } from '../../../operation/refusal.js';
import { unkeptBlobs } from '../../../storage/unkept-blobs.js';
import { EMPTY_LEDGER, findBalances } from '../../enterprise/index.js';
import { type Flow, FlowStatus } from '../flow/flow.js';
import { flowDescription } from '../flow/flow-description.js';
import { type ChargedLedger, chargedLedgers } from '../flow/rules/charging.js';
import { nextStatus } from '../flow/rules/states.js';
import { fillQueue } from '../flow/rules/turns.js';
import { type PreparedStart, prepareStart, type StartRequest } from './start-flow.js';

type Answer = OutputOf<typeof startSignFlow>;

/** What a start would do and cost, and why it would be refused. */
export interface JudgedStart {
  /** null: it would be refused before it is prepared. */
  readonly prepared: PreparedStart | null;
  readonly flow: Flow | null;
  readonly problems: readonly Refusal[];
  /** The accounts that the flow is charged to. */
  readonly ledgers: readonly ChargedLedger[];
  /** A contract that waits for approval is charged when it is sent. */
  readonly isChargedAtOnce: boolean;
}

/**
 * Everything is checked, filled and drawn as in a start, and nothing is stored. Balances are left to the caller.
 * @param request its refusals become problems among the others
 */
export async function judgeStart(
  ctx: MemberContext,
  request: () => Promise<StartRequest>,
): Promise<JudgedStart> {
  const problems: Refusal[] = [];
  const prepared = await preparedOrNull(ctx, request, problems);
  const flow = prepared?.ready.change(new Map(), []).after ?? null;
  return {
    prepared,
    flow,
    problems,
    ledgers: flow === null ? [] : chargedLedgers(flow),
    isChargedAtOnce: flow !== null && flow.status !== FlowStatus.draft,
  };
}

/** A refusal as dry runs show it. */
export function problemView(
  { path, code, reason, words }: Refusal,
  { language }: Pick<MemberContext, 'language'>,
) {
  return { path, code, reason, msg: words[language] };
}

/**
 * Dry run. The response is about no flow (id 0); `dryRun` lists the reasons for a refusal and the charges to the
 * accounts.
 */
export async function tryStart(ctx: MemberContext, request: () => Promise<StartRequest>): Promise<Answer> {
  const { prepared, flow, problems, ledgers, isChargedAtOnce } = await judgeStart(ctx, request);
  const balances = await findBalances(ctx.db, ctx.corpId);
  const empty = isChargedAtOnce ? ledgers.filter((ledger) => balances[ledger] < 1) : [];
  const all = [...problems, ...empty.map((ledger) => refuseFor(EMPTY_LEDGER[ledger]))];
  const count = (ledger: ChargedLedger) => (ledgers.includes(ledger) ? 1 : 0);
  return {
    ...outcome(flow),
    resultStatus: prepared?.ready.resultStatus ?? null,
    errorMessage: prepared?.ready.errorMessage ?? null,
    dryRun: {
      problems: all.map((problem) => problemView(problem, ctx)),
      contracts: count('contract'),
      collections: count('collection'),
      contractBalance: balances.contract,
      collectionBalance: balances.collection,
    },
  };
}

/** null: a problem after which nothing could continue. */
async function preparedOrNull(
  ctx: MemberContext,
  request: () => Promise<StartRequest>,
  problems: Refusal[],
): Promise<PreparedStart | null> {
  const services = { ...ctx.services, blobs: unkeptBlobs(ctx.services.blobs) };
  try {
    const found = (refusal: Refusal): void => void problems.push(refusal);
    return await prepareStart({ ...ctx, services }, await request(), { found, checked: () => undefined });
  } catch (error) {
    if (!(error instanceof Refusal) || error.cause !== undefined) throw error;
    problems.push(error);
    return null;
  }
}

function outcome(flow: Flow | null) {
  const status = flow?.status ?? FlowStatus.draft;
  return {
    flowId: noId<'Flow'>(),
    flowCode: '',
    flowStatus: status,
    flowTitle: flow?.title ?? '',
    flowDesc: flow === null ? '' : flowDescription(flow),
    nextStatus: flow === null ? FlowStatus.fill : nextStatus(flow.status, fillQueue(flow).length > 0),
    // Their ids would not exist either.
    participantList: [],
  };
}
