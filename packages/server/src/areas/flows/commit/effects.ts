/**
 * Consequences of every commit of a flow, in the same transaction. Subscribers of the events published here run after
 * the commit: text messages (notices/flow-notices.ts, approval/approval-notices.ts), webhooks and payments (their
 * subscriptions.ts).
 */
import type { Tx } from '../../../database/schema.js';
import { type NewEvent, publish } from '../../../jobs/outbox.js';
import { enqueue } from '../../../jobs/queue.js';
import { placesAutomatically } from '../../seals/index.js';
import { ApprovalStatus } from '../approval/approval.js';
import { terminateApprovals } from '../approval/store/approvals.js';
import { approvalFinished } from '../flow/events.js';
import type { Flow } from '../flow/flow.js';
import {
  awaitedConsents,
  endsPlaceDraft,
  isCompletion,
  ownSigners,
  pageWork,
} from '../flow/rules/effects.js';
import { deletePageDrafts } from '../flow/store/page-drafts.js';
import { deletePlaceDraft } from '../flow/store/place-drafts.js';
import { expectArchives } from './store/expected-archives.js';
import { writeInbox } from './store/inbox.js';

export interface Committed {
  /** null: the flow is new. */
  readonly before: Flow | null;
  readonly after: Flow;
  /** Events of the change itself. */
  readonly news: readonly NewEvent[];
  readonly now: Date;
}

/** Approvals end before the inbox is written, because the inbox shows who is asked for consent. */
export async function carryOutEffects(tx: Tx, { before, after, news, now }: Committed): Promise<void> {
  const ended = before === null ? [] : await endApprovals(tx, after, now);
  if (before !== null) await endDrafts(tx, before, after);
  await writeInbox(tx, after);
  await publish(tx, now, [...news, ...ended]);
  await enqueueAutomaticSeals(tx, after);
  if (isCompletion(before, after)) await expectArchives(tx, after, now);
}

/** @returns the events of the approvals that are no longer needed */
async function endApprovals(tx: Tx, flow: Flow, now: Date): Promise<readonly NewEvent[]> {
  const ended = await terminateApprovals(tx, flow, awaitedConsents(flow), now);
  return ended.map(({ corpId, approvalId }) =>
    approvalFinished.event({
      corpId,
      stream: `flow:${flow.flowId}`,
      payload: { approvalId, flowId: flow.flowId, status: ApprovalStatus.terminated, needless: true },
    }),
  );
}

/** Unsubmitted drafts end with the task that they belong to. */
async function endDrafts(tx: Tx, before: Flow, after: Flow): Promise<void> {
  await deletePageDrafts(tx, after, pageWork(after));
  if (endsPlaceDraft(before, after)) await deletePlaceDraft(tx, after);
}

/** Schedules the job that signs for members with automatic placement. */
async function enqueueAutomaticSeals(tx: Tx, flow: Flow): Promise<void> {
  const users = ownSigners(flow);
  if (users.length === 0 || !(await placesAutomatically(tx, flow.corpId, users))) return;
  const { corpId, flowId } = flow;
  await enqueue(tx, 'flows.autoSign', { corpId, flowId }, { key: `flows.autoSign:${flowId}` });
}
