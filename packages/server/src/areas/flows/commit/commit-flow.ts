/**
 * The only way in which a flow changes. Its row, parties, values, signed revisions, history, inbox rows and events are
 * one statement in the caller's transaction, guarded by the revision on which the change was decided.
 */
import { executeGathered, type Write } from '../../../database/gathered-writes.js';
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
  const after = history.flow;
  const { also: automatic } = await executeGathered(
    tx,
    await insertedFlow(tx, after),
    [
      ...(await newFlowRows(tx, after, attachments, now)),
      ...historyRows(history),
      ...(await effectsOf(tx, { before: null, after, news: change.news, now })),
    ],
    mayPlaceAutomatically(after),
  );
  if (automatic) await enqueueAutomaticSeals(tx, after);
  return after;
}

/**
 * Replaces `before` by `change.after`. Throws RevisionLost if `before` is no longer the stored state.
 * @param also writes of the caller, in the same statement
 */
export async function commitFlow(
  tx: Tx,
  before: Flow,
  change: FlowChange,
  now: Date,
  also: readonly Write[] = [],
): Promise<Flow> {
  const next = { ...change.after, revision: before.revision + 1 };
  const history = await extendHistory(tx, next, change.events, now);
  const after = history.flow;
  const ended = before.hasOpenApprovals ? await endApprovals(tx, before, after, now) : [];
  const { passed, also: automatic } = await executeGathered(
    tx,
    await replacedFlow(tx, before, after),
    [
      ...changedFlowRows(before, after, now),
      ...signatureRows(after, change.signatures ?? [], now),
      ...historyRows(history),
      ...also,
      ...(await effectsOf(tx, { before, after, news: [...change.news, ...ended], now })),
    ],
    mayPlaceAutomatically(after),
  );
  if (!passed) throw new RevisionLost();
  if (automatic) await enqueueAutomaticSeals(tx, after);
  return after;
}
