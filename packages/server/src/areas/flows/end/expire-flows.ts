import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import { isDatabaseAway } from '../../../database/database-away.js';
import type { MessageLog } from '../../../database/message-log.js';
import type { Db } from '../../../database/schema.js';
import { transact } from '../../../database/transact.js';
import type { CorpId } from '../../../operation/context.js';
import { commitFlow } from '../commit/commit-flow.js';
import { RevisionLost } from '../commit/revision-lost.js';
import { loadFlow } from '../flow/store/load-flow.js';
import { decideExpiry } from './rules/ending.js';
import { type OverdueFlow, overdueFlows } from './store/overdue-flows.js';

/** Overdue flows read at a time. */
const BATCH = 100;

/**
 * Ends every overdue flow. A flow that cannot be ended does not block the others: it is logged and skipped, and the job
 * fails at the end so that it is retried.
 */
export async function expireFlows(db: Db, log: MessageLog, now: Date, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  let last: OverdueFlow | null = null;
  for (;;) {
    signal.throwIfAborted();
    const overdue: readonly OverdueFlow[] = await overdueFlows(db, now, BATCH, last);
    for (const { corpId, flowId } of overdue) {
      try {
        await expireFlow(db, corpId, flowId, now);
      } catch (error) {
        // The remaining flows are unlikely to succeed.
        if (isDatabaseAway(error)) throw error;
        log.error(`flow ${flowId} cannot expire: ${error instanceof Error ? error.message : String(error)}`);
        failures.push(error);
      }
    }
    last = overdue.at(-1) ?? null;
    if (last === null || overdue.length < BATCH) break;
  }
  if (failures.length > 0)
    throw new Error(`${failures.length} overdue flows could not be ended`, { cause: failures[0] });
}

async function expireFlow(db: Db, corpId: CorpId, flowId: FlowId, now: Date): Promise<void> {
  const flow = await loadFlow(db, corpId, flowId);
  const decision = flow === null ? null : decideExpiry(flow, now);
  if (flow === null || decision === null || 'refusal' in decision) return;
  const { change } = decision;
  try {
    await transact(db, (tx) => commitFlow(tx, flow, change, now));
  } catch (error) {
    // Somebody acted just before the deadline; the next sweep sees the result.
    if (!(error instanceof RevisionLost)) throw error;
  }
}
