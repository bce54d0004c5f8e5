import type { OutputOf } from '@cinnabar/api/operation.js';
import type { startSignFlow } from '@cinnabar/api/operations/flows.js';
import { noId } from '@cinnabar/api/schema.js';
import type { MemberContext } from '../../../operation/context.js';
import { Refusal, refuseFor } from '../../../operation/refusal.js';
import { unkeptBlobs } from '../../../storage/unkept-blobs.js';
import { EMPTY_LEDGER, findBalances } from '../../enterprise/index.js';
import { type Flow, FlowStatus } from '../flow/flow.js';
import { flowDescription } from '../flow/flow-description.js';
import { chargedLedgers } from '../flow/rules/charging.js';
import { nextStatus } from '../flow/rules/states.js';
import { fillQueue } from '../flow/rules/turns.js';
import { type PreparedStart, prepareStart, type StartRequest } from './start-flow.js';

type Answer = OutputOf<typeof startSignFlow>;

/**
 * Dry run: everything is checked, filled and drawn as in a start, and nothing is stored. The response is about no flow
 * (id 0); `dryRun` lists the reasons for a refusal and the charges to the accounts.
 * @param request its refusals become problems among the others
 */
export async function tryStart(ctx: MemberContext, request: () => Promise<StartRequest>): Promise<Answer> {
  const problems: Refusal[] = [];
  const tried = await preparedOrNull(ctx, request, problems);
  const flow = tried?.ready.change(new Map(), []).after ?? null;
  const balances = await findBalances(ctx.db, ctx.corpId);
  const ledgers = flow === null ? [] : chargedLedgers(flow);
  // A contract that waits for approval is charged when it is sent.
  const leaves = flow !== null && flow.status !== FlowStatus.draft;
  const empty = leaves ? ledgers.filter((ledger) => balances[ledger] < 1) : [];
  problems.push(...empty.map((ledger) => refuseFor(EMPTY_LEDGER[ledger])));
  const count = (ledger: (typeof ledgers)[number]) => (ledgers.includes(ledger) ? 1 : 0);
  return {
    ...outcome(flow),
    resultStatus: tried?.ready.resultStatus ?? null,
    errorMessage: tried?.ready.errorMessage ?? null,
    dryRun: {
      problems: problems.map(({ path, code, reason, words }) => ({
        path,
        code,
        reason,
        msg: words[ctx.language],
      })),
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
