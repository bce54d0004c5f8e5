import type { MemberContext } from '../../../operation/context.js';
import { fillingEndedEvent } from '../fill/apply-fill.js';
import type { Actor } from '../flow/actor.js';
import { flowStarted, newsOf } from '../flow/events.js';
import { type Flow, FlowStatus } from '../flow/flow.js';
import type { FlowChange } from '../flow/flow-change.js';
import { startedEvent } from './begin-flow.js';
import { prepareFiles } from './prepare-files.js';
import { leaveDraft } from './rules/drafting.js';

/** What becomes of a draft that is sent; what it costs is the caller's to charge in the same commit. */
export async function beginDraft(
  ctx: Pick<MemberContext, 'services' | 'db' | 'now'>,
  draft: Flow,
  actor: Actor,
): Promise<FlowChange> {
  const left = leaveDraft(draft, ctx.now);
  const signs = left.status === FlowStatus.signing;
  const after = signs ? { ...left, files: await prepareFiles(ctx.services, ctx.db, left) } : left;
  return {
    after,
    events: [startedEvent(actor, after), ...(signs ? [fillingEndedEvent(after)] : [])],
    news: [newsOf(flowStarted, after)],
  };
}
