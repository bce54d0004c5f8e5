/** Jobs of flows: deadlines, and the owner's filling in the background. */
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import { isDatabaseAway } from '../../../database/database-away.js';
import type { MessageLog } from '../../../database/message-log.js';
import type { Db } from '../../../database/schema.js';
import { transact } from '../../../database/transact.js';
import { defineJob, type JobDefinition, type Sweep } from '../../../jobs/tasks.js';
import type { CorpId } from '../../../operation/context.js';
import type { Services } from '../../../operation/services.js';
import { expireApprovals } from '../approve/expire-approvals.js';
import { archiveFlows } from '../archive/archive-flows.js';
import { decideExpiry } from '../end/rules/ending.js';
import { anchorHistories } from '../evidence/anchor-histories.js';
import { decideOwnFilling, unfilledOwnParts } from '../fill/rules/filling.js';
import { foldCounts } from '../lists/store/count-inbox.js';
import { autoSign } from '../sign/auto-sign.js';
import { withPreparedFiles } from '../start/prepare-files.js';
import { bindFlowsOf } from './bind-corp.js';
import { commitFlow } from './commit-flow.js';
import { type Flow, FlowStatus } from './flow.js';
import { notifyDeadlines } from './flow-notices.js';
import { RevisionLost } from './revision-lost.js';
import { changeOf } from './rules/decision.js';
import { isPastDeadline } from './rules/states.js';
import { loadFlow } from './store/load-flow.js';
import { type OverdueFlow, overdueFlows } from './store/overdue-flows.js';
import { withRevision } from './with-revision.js';

declare module '../../../jobs/tasks.js' {
  interface JobPayloads {
    'flows.expire': Record<never, never>;
    'flows.tellDeadlines': Record<never, never>;
    'flows.expireApprovals': Record<never, never>;
    'flows.autoSign': { readonly corpId: CorpId; readonly flowId: FlowId };
    'flows.anchorHistories': Record<never, never>;
    'flows.foldCounts': Record<never, never>;
    'flows.archive': Record<never, never>;
    'flows.autoFill': { readonly corpId: CorpId; readonly flowId: FlowId };
  }
}

export const flowSweeps: readonly Sweep[] = [
  { name: 'flows.expire', everyMinutes: 1 },
  { name: 'flows.tellDeadlines', everyMinutes: 10 },
  { name: 'flows.expireApprovals', everyMinutes: 5 },
  { name: 'flows.foldCounts', everyMinutes: 5 },
  { name: 'flows.anchorHistories', everyMinutes: 15 },
  { name: 'flows.archive', everyMinutes: 1 },
];

/** Overdue flows read at a time. */
const BATCH = 100;

export function flowJobs(db: Db, services: Services, log: MessageLog): readonly JobDefinition[] {
  return [
    defineJob('flows.expire', (_payload, { now, signal }) => expireFlows(db, log, now, signal)),
    defineJob('flows.tellDeadlines', (_payload, { now, signal }) =>
      notifyDeadlines(db, services, now, signal),
    ),
    defineJob('flows.expireApprovals', (_payload, { now, signal }) => expireApprovals(db, now, signal)),
    defineJob('flows.bindCorp', ({ corpId }, { now, signal }) => bindFlowsOf(db, corpId, now, signal)),
    defineJob('flows.autoSign', async ({ corpId, flowId }, { now }) =>
      withRevision(() => autoSign(db, services, corpId, flowId, now)),
    ),
    defineJob('flows.anchorHistories', (_payload, { now }) => anchorHistories(db, services, now)),
    defineJob('flows.foldCounts', () => foldCounts(db)),
    defineJob('flows.archive', (_payload, { now, signal }) => archiveFlows(db, services, log, now, signal)),
    defineJob('flows.autoFill', async ({ corpId, flowId }, { now }) =>
      withRevision(() => fillInBackground(db, services, corpId, flowId, now)),
    ),
  ];
}

/**
 * Ends every overdue flow. A flow that cannot be ended does not block the others: it is logged and skipped, and the job
 * fails at the end so that it is retried.
 */
async function expireFlows(db: Db, log: MessageLog, now: Date, signal: AbortSignal): Promise<void> {
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

/** AutoFill.inBackground: ends the initiating enterprise's turns as far as the values given at the start allow. */
async function fillInBackground(
  db: Db,
  services: Pick<Services, 'documents' | 'blobs'>,
  corpId: CorpId,
  flowId: FlowId,
  now: Date,
): Promise<void> {
  const flow = await loadFlow(db, corpId, flowId);
  if (flow === null || flow.status !== FlowStatus.fill || isPastDeadline(flow, now)) return;
  const owners = unfilledOwnParts(flow);
  if (owners.length === 0) return;
  const request = { actor: platformActor(flow), values: new Map(), now };
  const filling = changeOf(decideOwnFilling(flow, request));
  if (filling.finished.length < owners.length) return;
  const change = await withPreparedFiles({ services, db }, filling);
  await transact(db, (tx) => commitFlow(tx, flow, change, now));
}

/** The actor is the initiator, who requested it at the start; the platform only carries it out. */
function platformActor(flow: Flow) {
  return {
    userId: flow.initiatorId,
    name: flow.initiatorName,
    corpId: flow.corpId,
    appId: '',
    source: null,
    address: '',
    device: null,
    requestId: 'autoFill',
  };
}
