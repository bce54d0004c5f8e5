import type { Db } from '../../../database/schema.js';
import { transact } from '../../../database/transact.js';
import type { JobPayloads } from '../../../jobs/tasks.js';
import { commitFlow } from '../commit/commit-flow.js';
import { withRevision } from '../commit/with-revision.js';
import { loadFlow } from '../flow/store/load-flow.js';

/** Records in the history of a contract that a message or mail about it was not delivered, or that nobody can tell. */
export function noteUndelivered(
  db: Db,
  { corpId, flowId, ...detail }: JobPayloads['sms.undelivered' | 'notices.undelivered'],
  now: Date,
): Promise<void> {
  return withRevision(() =>
    transact(db, async (tx) => {
      const flow = await loadFlow(tx, corpId, flowId);
      if (flow === null) return;
      const events = [{ kind: 'noticeUndelivered', detail }] as const;
      await commitFlow(tx, flow, { after: flow, events, news: [] }, now);
    }),
  );
}
