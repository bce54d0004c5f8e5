/** Binds participants whose enterprise was not registered yet. */
import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { Db, Tx } from '../../../database/schema.js';
import { transact } from '../../../database/transact.js';
import { enqueue } from '../../../jobs/queue.js';
import type { CorpId } from '../../../operation/context.js';
import { corpNameKey, findCorp } from '../../enterprise/index.js';
import { commitFlow } from '../commit/commit-flow.js';
import { withRevision } from '../commit/with-revision.js';
import { decideBinding, type HereNow, partsToBind } from '../flow/rules/newcomers.js';
import { loadFlow } from '../flow/store/load-flow.js';
import { type WaitingFlow, waitingFlows } from './store/waiting-flows.js';

declare module '../../../jobs/tasks.js' {
  interface JobPayloads {
    'flows.bindCorp': { readonly corpId: CorpId };
  }
}

/** Flows read at a time. */
const BATCH = 100;

/** Called when an enterprise has been created: the flows that name it are bound within seconds. */
export async function bindWaitingFlows(tx: Tx, corpId: CorpId): Promise<void> {
  await enqueue(tx, 'flows.bindCorp', { corpId });
}

/**
 * Job of bindWaitingFlows; each flow is committed separately, so that a concurrently changed one does not block the
 * others.
 */
export async function bindFlowsOf(db: Db, corpId: CorpId, now: Date, signal: AbortSignal): Promise<void> {
  const corp = await findCorp(db, corpId);
  if (corp === null) return;
  const key = corpNameKey(corp.corpName);
  let last: WaitingFlow | null = null;
  for (;;) {
    signal.throwIfAborted();
    const waiting: readonly WaitingFlow[] = await waitingFlows(db, key, BATCH, last);
    for (const { corpId: owner, flowId } of waiting) {
      await withRevision(() =>
        transact(db, (tx) => bindParts(tx, { corpId: owner, flowId }, corp, null, now)),
      );
    }
    last = waiting.at(-1) ?? null;
    if (last === null || waiting.length < BATCH) return;
  }
}

/**
 * Binds the parts of one flow that name the enterprise, and the open part that one of its members claims for it. Parts
 * that are bound already or finished stay unchanged.
 * @throws RevisionLost
 */
export async function bindParts(
  tx: Tx,
  which: { readonly corpId: CorpId; readonly flowId: FlowId },
  corp: HereNow,
  taken: ParticipantId | null,
  now: Date,
): Promise<void> {
  const flow = await loadFlow(tx, which.corpId, which.flowId);
  if (flow === null) return;
  const decision = decideBinding(flow, corp, partsToBind(flow, corp, taken));
  if ('change' in decision) await commitFlow(tx, flow, decision.change, now);
}
