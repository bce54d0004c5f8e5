/** The jobs of the rooms, and how often those run that nothing else enqueues. */
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { MessageLog } from '../../database/message-log.js';
import type { Db } from '../../database/schema.js';
import { defineJob, type JobDefinition, type Sweep } from '../../jobs/tasks.js';
import type { CorpId } from '../../operation/context.js';
import type { Services } from '../../operation/services.js';
import { expireApprovals } from './approve/expire-approvals.js';
import { archiveFlows } from './archive/archive-flows.js';
import { bindFlowsOf } from './change/bind-corp.js';
import { completeInbox } from './commit/complete-inbox.js';
import { withRevision } from './commit/with-revision.js';
import { expireFlows } from './end/expire-flows.js';
import { anchorHistories } from './evidence/anchor-histories.js';
import { fillInBackground } from './fill/fill-in-background.js';
import { foldCounts } from './lists/store/count-inbox.js';
import { gatherSearch } from './lists/store/gather-search.js';
import { notifyDeadlines } from './notices/flow-notices.js';
import { noteUndelivered } from './notices/note-undelivered.js';
import { autoSign } from './sign/auto-sign.js';

declare module '../../jobs/tasks.js' {
  interface JobPayloads {
    'flows.expire': Record<never, never>;
    'flows.tellDeadlines': Record<never, never>;
    'flows.expireApprovals': Record<never, never>;
    'flows.autoSign': { readonly corpId: CorpId; readonly flowId: FlowId };
    'flows.anchorHistories': Record<never, never>;
    'flows.foldCounts': Record<never, never>;
    'flows.gatherSearch': Record<never, never>;
    'flows.completeInbox': Record<never, never>;
    'flows.archive': Record<never, never>;
    'flows.autoFill': { readonly corpId: CorpId; readonly flowId: FlowId };
  }
}

export const flowSweeps: readonly Sweep[] = [
  { name: 'flows.expire', everyMinutes: 1 },
  { name: 'flows.tellDeadlines', everyMinutes: 10 },
  { name: 'flows.expireApprovals', everyMinutes: 5 },
  { name: 'flows.foldCounts', everyMinutes: 5 },
  { name: 'flows.gatherSearch', everyMinutes: 1 },
  { name: 'flows.completeInbox', everyMinutes: 5 },
  { name: 'flows.anchorHistories', everyMinutes: 15 },
  { name: 'flows.archive', everyMinutes: 1 },
];

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
    defineJob('sms.undelivered', (undelivered, { now }) => noteUndelivered(db, undelivered, now)),
    defineJob('notices.undelivered', (undelivered, { now }) => noteUndelivered(db, undelivered, now)),
    defineJob('flows.anchorHistories', (_payload, { now }) => anchorHistories(db, services, now)),
    defineJob('flows.foldCounts', () => foldCounts(db)),
    defineJob('flows.gatherSearch', (_payload, { signal }) => gatherSearch(db, signal)),
    defineJob('flows.completeInbox', (_payload, { signal }) => completeInbox(db, signal)),
    defineJob('flows.archive', (_payload, { now, signal }) => archiveFlows(db, services, log, now, signal)),
    defineJob('flows.autoFill', async ({ corpId, flowId }, { now }) =>
      withRevision(() => fillInBackground(db, services, corpId, flowId, now)),
    ),
  ];
}
