/**
 * Consequences of every commit of a flow, in the same transaction. Subscribers of the events published here run after
 * the commit: text messages (notices/flow-notices.ts, approval/approval-notices.ts), webhooks and payments (their
 * subscriptions.ts).
 */
import { type RawBuilder, sql } from 'kysely';
import type { Write } from '../../../database/gathered-writes.js';
import type { Tx } from '../../../database/schema.js';
import { type NewEvent, publication } from '../../../jobs/outbox.js';
import { enqueue } from '../../../jobs/queue.js';
import { placesAutomatically } from '../../seals/index.js';
import { ApprovalStatus } from '../approval/approval.js';
import { approversAwaited, terminateApprovals } from '../approval/store/approvals.js';
import { approvalFinished } from '../flow/events.js';
import type { Flow } from '../flow/flow.js';
import {
  awaitedConsents,
  endsPlaceDraft,
  isCompletion,
  ownSigners,
  pageWork,
} from '../flow/rules/effects.js';
import { deletedPageDrafts } from '../flow/store/page-drafts.js';
import { deletedPlaceDraft } from '../flow/store/place-drafts.js';
import { expectedArchives } from './store/expected-archives.js';
import { inboxWrites } from './store/inbox.js';
import { lockRevision } from './store/write-flow.js';

export interface Committed {
  /** null: the flow is new. */
  readonly before: Flow | null;
  readonly after: Flow;
  /** Events of the change itself, and of the approvals that it ends. */
  readonly news: readonly NewEvent[];
  readonly now: Date;
}

/** Approvals have ended by then, because the inbox shows who is asked for consent. */
export async function effectsOf(tx: Tx, { before, after, news, now }: Committed): Promise<readonly Write[]> {
  const approvers = before?.hasOpenApprovals === true ? await approversAwaited(tx, after) : [];
  return [
    ...(before === null ? [] : endedDrafts(before, after)),
    ...(await inboxWrites(tx, before, after, approvers)),
    ...publication(now, news),
    ...(isCompletion(before, after) ? expectedArchives(after, now) : []),
  ];
}

/**
 * Ends the approvals that are no longer needed, and locks the flow before them.
 * @returns their events
 */
export async function endApprovals(
  tx: Tx,
  before: Flow,
  after: Flow,
  now: Date,
): Promise<readonly NewEvent[]> {
  await lockRevision(tx, before);
  const ended = await terminateApprovals(tx, after, awaitedConsents(after), now);
  return ended.map(({ corpId, approvalId }) =>
    approvalFinished.event({
      corpId,
      stream: `flow:${after.flowId}`,
      payload: { approvalId, flowId: after.flowId, status: ApprovalStatus.terminated, needless: true },
    }),
  );
}

/** Unsubmitted drafts end with the task that they belong to. */
function endedDrafts(before: Flow, after: Flow): readonly Write[] {
  const deleted = deletedPageDrafts(after, pageWork(after));
  return endsPlaceDraft(before, after) ? [deleted, deletedPlaceDraft(after)] : [deleted];
}

/** Whether it may be the turn of a member with automatic placement. */
export function mayPlaceAutomatically(flow: Flow): RawBuilder<boolean> {
  const users = ownSigners(flow);
  return users.length === 0 ? sql<boolean>`false` : placesAutomatically(flow.corpId, users);
}

/** Schedules the job that signs for members with automatic placement. */
export async function enqueueAutomaticSeals(tx: Tx, { corpId, flowId }: Flow): Promise<void> {
  await enqueue(tx, 'flows.autoSign', { corpId, flowId }, { key: `flows.autoSign:${flowId}` });
}
