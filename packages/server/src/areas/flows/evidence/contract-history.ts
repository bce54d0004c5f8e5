import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { contractHistory as operation } from '@cinnabar/api/operations/flows.js';
import type { Db } from '../../../database/schema.js';
import type { MemberContext } from '../../../operation/context.js';
import type { Flow } from '../flow/flow.js';
import { loadHistory } from '../flow/store/load-history.js';
import { readFlow } from '../view/read-flow.js';
import { historyEventView } from './history-event-view.js';
import { checkChain, readEvents } from './rules/evidence.js';
import { sayIn } from './say.js';
import { findRoot, newestTreeOf } from './store/evidence-roots.js';

type History = OutputOf<typeof operation>;

export async function contractHistory(
  ctx: MemberContext,
  { flowId }: InputOf<typeof operation>,
): Promise<History> {
  const { flow, sight } = await readFlow(ctx, flowId);
  const recorded = await loadHistory(ctx.db, flow);
  const events = readEvents(recorded);
  const chain = checkChain(events, flow);
  // Without its texts an event describes what happened, but nothing of the contents.
  const shown = sight === 'all' ? events : readEvents(recorded.map((event) => ({ ...event, texts: [] })));
  const say = sayIn(ctx.language, ctx.services.config.timeZone);
  return {
    events: shown.map((event) => historyEventView(event, flow, say)),
    intact: chain.intact,
    brokenAt: chain.intact ? null : chain.index + 1,
    head: events.at(-1)?.hash ?? null,
    dailyRoot: await newestRootOf(ctx.db, flow),
  };
}

async function newestRootOf(db: Db, { corpId, flowId }: Flow): Promise<History['dailyRoot']> {
  const tree = await newestTreeOf(db, corpId, flowId);
  const found = tree === null ? null : await findRoot(db, tree.number);
  if (tree === null || found === null) return null;
  const { day, root, timestampTime, timestampAuthority } = found;
  return { number: tree.number, day, root, timestampTime, timestampAuthority };
}
