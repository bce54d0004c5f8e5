/**
 * The only way in which a flow changes. Its row, parties, values, signed revisions, history, inbox rows and events are
 * one statement in the caller's transaction, guarded by the revision on which the change was decided. Where that is all
 * that an act changes, the statement is the whole transaction.
 */
import { type RawBuilder, sql } from 'kysely';
import { type Checks, executeGathered, type Write } from '../../../database/gathered-writes.js';
import type { Tx } from '../../../database/schema.js';
import { NeedsTransaction } from '../../../database/transact.js';
import type { ChargeAlone } from '../../enterprise/index.js';
import { sealUseRows } from '../../seals/index.js';
import type { Attachment, Flow } from '../flow/flow.js';
import type { FlowChange } from '../flow/flow-change.js';
import { effectsOf, endApprovals, enqueueAutomaticSeals, mayPlaceAutomatically } from './effects.js';
import { RevisionLost } from './revision-lost.js';
import { extendHistory, historyRows } from './store/history.js';
import { signatureRows } from './store/signatures.js';
import { changedFlowRows, insertedFlow, newFlowRows, replacedFlow } from './store/write-flow.js';

/** What an act writes besides the flow, and the conditions without which nothing is written. */
export interface ActAlone {
  /** The rows that the conditions lock. */
  readonly first: readonly Write[];
  readonly conditions: readonly RawBuilder<boolean>[];
  readonly writes: readonly Write[];
}

const nothingElse: ActAlone = { first: [], conditions: [], writes: [] };

/** Stores a new flow. Returns it as stored. */
export async function insertFlow(
  tx: Tx,
  change: FlowChange,
  attachments: readonly Attachment[],
  now: Date,
): Promise<Flow> {
  const { after, writes } = await insertion(tx, change, attachments, now);
  const { holds } = await executeGathered(tx, await insertedFlow(tx, after, []), writes, {
    checks: { automatic: mayPlaceAutomatically(after) },
  });
  if (holds.has('automatic')) await enqueueAutomaticSeals(tx, after);
  return after;
}

/** insertFlow with its charge as the whole transaction. Throws NeedsTransaction if it cannot be. */
export async function insertFlowAlone(
  tx: Tx,
  change: FlowChange,
  attachments: readonly Attachment[],
  now: Date,
  charged: ChargeAlone,
): Promise<Flow> {
  const { after, writes } = await insertion(tx, change, attachments, now);
  // The charge is the first change, and therefore on the condition of all others.
  const { passed } = await executeGathered(
    tx,
    await insertedFlow(tx, after, [charged.isMade]),
    [...writes, charged.explained],
    { first: [charged.moved(nothingAutomatic(after))], alone: true },
  );
  if (!passed) throw new NeedsTransaction();
  return after;
}

async function insertion(
  tx: Tx,
  change: FlowChange,
  attachments: readonly Attachment[],
  now: Date,
): Promise<{ readonly after: Flow; readonly writes: readonly Write[] }> {
  const history = await extendHistory(tx, change.after, change.events, now);
  const after = { ...history.flow, attachmentCount: attachments.length };
  const writes = [
    ...(await newFlowRows(tx, after, attachments, now)),
    ...historyRows(history),
    ...(await effectsOf(tx, { before: null, after, news: change.news, now })),
  ];
  return { after, writes };
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
  const { after, writes, news } = await replacement(tx, before, change, now);
  const ended = before.hasOpenApprovals ? await endApprovals(tx, before, after, now) : [];
  const effects = await effectsOf(tx, { before, after, news: [...news, ...ended], now });
  const checks: Checks<Name | 'automatic'> = { ...act.checks, automatic: mayPlaceAutomatically(after) };
  const { passed, holds } = await executeGathered(
    tx,
    await replacedFlow(tx, before, after, []),
    [...writes, ...act.writes, ...effects],
    { checks },
  );
  if (!passed) throw new RevisionLost();
  if (holds.has('automatic')) await enqueueAutomaticSeals(tx, after);
  return { flow: after, holds };
}

/**
 * commitFlow as the whole transaction. Throws NeedsTransaction unless `before` is still the stored state, the conditions
 * hold, and the change concerns neither approvals nor automatic seals.
 */
export async function commitFlowAlone(
  tx: Tx,
  before: Flow,
  change: FlowChange,
  now: Date,
  act: ActAlone = nothingElse,
): Promise<Flow> {
  if (before.hasOpenApprovals) throw new NeedsTransaction();
  const { after, writes, news } = await replacement(tx, before, change, now);
  const effects = await effectsOf(tx, { before, after, news, now });
  const conditions = [...act.conditions, nothingAutomatic(after)];
  const { passed } = await executeGathered(
    tx,
    await replacedFlow(tx, before, after, conditions),
    [...writes, ...act.writes, ...effects],
    { first: act.first, alone: true },
  );
  if (!passed) throw new NeedsTransaction();
  return after;
}

async function replacement(tx: Tx, before: Flow, change: FlowChange, now: Date) {
  const next = { ...change.after, revision: before.revision + 1 };
  const history = await extendHistory(tx, next, change.events, now);
  const after = history.flow;
  const writes = [
    ...changedFlowRows(before, after, now),
    ...signatureRows(after, change.signatures ?? [], now),
    ...sealUseRows(change.sealUses ?? []),
    ...historyRows(history),
  ];
  return { after, writes, news: change.news };
}

/** The job that places a seal automatically takes a statement of its own. */
function nothingAutomatic(after: Flow): RawBuilder<boolean> {
  return sql<boolean>`not ${mayPlaceAutomatically(after)}`;
}
