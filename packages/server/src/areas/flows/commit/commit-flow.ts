/**
 * The only way in which a flow changes. Its row, parties, values, signed revisions, history, inbox rows and events are
 * one commit (the caller's transaction), guarded by the revision on which the change was decided.
 */
import type { Tx } from '../../../database/schema.js';
import type { Attachment, Flow } from '../flow/flow.js';
import type { FlowChange } from '../flow/flow-change.js';
import { carryOutEffects } from './effects.js';
import { extendHistory, insertHistory } from './store/history.js';
import { insertSignatures } from './store/signatures.js';
import { replaceFlow, writeNewFlow } from './store/write-flow.js';

/** Stores a new flow. Returns it as stored. */
export async function insertFlow(
  tx: Tx,
  change: FlowChange,
  attachments: readonly Attachment[],
  now: Date,
): Promise<Flow> {
  const history = await extendHistory(tx, change.after, change.events, now);
  const after = history.flow;
  await writeNewFlow(tx, after, attachments, now);
  await insertHistory(tx, history);
  await carryOutEffects(tx, { before: null, after, news: change.news, now });
  return after;
}

/** Replaces `before` by `change.after`. Throws RevisionLost if `before` is no longer the stored state. */
export async function commitFlow(tx: Tx, before: Flow, change: FlowChange, now: Date): Promise<Flow> {
  const next = { ...change.after, revision: before.revision + 1 };
  const history = await extendHistory(tx, next, change.events, now);
  const after = history.flow;
  await replaceFlow(tx, before, after, now);
  await insertSignatures(tx, after, change.signatures ?? [], now);
  await insertHistory(tx, history);
  await carryOutEffects(tx, { before, after, news: change.news, now });
  return after;
}
