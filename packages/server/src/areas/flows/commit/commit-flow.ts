/**
 * The only way in which a flow changes. Its row, parties, values, signed revisions, history, inbox rows and events are
 * one statement in the caller's transaction, guarded by the revision on which the change was decided.
 */
import { type Checks, executeGathered, type Write } from '../../../database/gathered-writes.js';
import type { Tx } from '../../../database/schema.js';
import type { Attachment, Flow } from '../flow/flow.js';
import type { FlowChange } from '../flow/flow-change.js';
import { effectsOf, endApprovals, enqueueAutomaticSeals, mayPlaceAutomatically } from './effects.js';
import { RevisionLost } from './revision-lost.js';
import { extendHistory, historyRows } from './store/history.js';
import { signatureRows } from './store/signatures.js';
import { changedFlowRows, insertedFlow, newFlowRows, replacedFlow } from './store/write-flow.js';

/** Stores a new flow. Returns it as stored. */
export async function insertFlow(
  tx: Tx,
  change: FlowChange,
  attachments: readonly Attachment[],
  now: Date,
): Promise<Flow> {
  const history = await extendHistory(tx, change.after, change.events, now);
  const after = { ...history.flow, attachmentCount: attachments.length };
  const { holds } = await executeGathered(
    tx,
    await insertedFlow(tx, after),
    [
      ...(await newFlowRows(tx, after, attachments, now)),
      ...historyRows(history),
      ...(await effectsOf(tx, { before: null, after, news: change.news, now })),
    ],
    { automatic: mayPlaceAutomatically(after) },
  );
  if (holds.has('automatic')) await enqueueAutomaticSeals(tx, after);
  return after;
}

/** Replaces `before` by `change.after`. Throws RevisionLost if `before` is no longer the stored state. */
export async function commitFlow(tx: Tx, before: Flow, change: FlowChange, now: Date): Promise<Flow> {
  const { flow } = await commitFlowWith(tx, before, change, now, { writes: [], checks: {} });
  return flow;
}

/** What an act writes and checks besides the flow, in the same statement. */
export interface ActOnFlow<Name extends string> {
  readonly writes: readonly Write[];
  readonly checks: Checks<Name>;
}

/** Like commitFlow. @returns the flow as stored, and which of the checks hold */
export async function commitFlowWith<Name extends string>(
  tx: Tx,
  before: Flow,
  change: FlowChange,
  now: Date,
  act: ActOnFlow<Name>,
): Promise<{ readonly flow: Flow; readonly holds: ReadonlySet<Name | 'automatic'> }> {
  const next = { ...change.after, revision: before.revision + 1 };
  const history = await extendHistory(tx, next, change.events, now);
  const after = history.flow;
  const ended = before.hasOpenApprovals ? await endApprovals(tx, before, after, now) : [];
  const checks: Checks<Name | 'automatic'> = { ...act.checks, automatic: mayPlaceAutomatically(after) };
  const { passed, holds } = await executeGathered(
    tx,
    await replacedFlow(tx, before, after),
    [
      ...changedFlowRows(before, after, now),
      ...signatureRows(after, change.signatures ?? [], now),
      ...historyRows(history),
      ...act.writes,
      ...(await effectsOf(tx, { before, after, news: [...change.news, ...ended], now })),
    ],
    checks,
  );
  if (!passed) throw new RevisionLost();
  if (holds.has('automatic')) await enqueueAutomaticSeals(tx, after);
  return { flow: after, holds };
}
