import { FlowQuery } from '@cinnabar/api/enums.js';
import type { Infer } from '@cinnabar/api/schema.js';
import type { overviewFlow } from '@cinnabar/api/schemas/overview.js';
import type { MemberContext } from '../../../operation/context.js';
import { statusesOf } from '../flow/rules/states.js';
import { viewerOf } from '../view/access.js';
import { noFilters } from './flow-filters.js';
import { countInbox } from './store/count-inbox.js';
import { type InboxScope, scopeParts } from './store/inbox-scope.js';
import type { FoundFlow } from './store/newest-places.js';
import { endingFlows, stuckFlows } from './store/pending-flows.js';
import { awaitedOf, type ExplainRow, reasonsOf } from './waiting-in-lists.js';

const HOUR_MS = 3_600_000;
/** From when on a flow counts as stuck. */
const STUCK_MS = 24 * HOUR_MS;
/** How far ahead deadlines count as near. */
const SOON_MS = 72 * HOUR_MS;

export interface PendingOverview {
  readonly open: number;
  readonly awaitingMe: number;
  readonly stuck: Pending;
  readonly soon: Pending;
}

interface Pending {
  readonly count: number;
  readonly flows: readonly Infer<typeof overviewFlow>[];
}

/** Open flows started by the acting member, or by their enterprise, that need attention. */
export async function pendingOverview(
  ctx: MemberContext,
  of: 'own' | 'enterprise',
): Promise<PendingOverview> {
  const { db, now } = ctx;
  const viewer = viewerOf(ctx);
  const initiated = { kind: 'own', viewer, docQueryType: FlowQuery.initiated } as const;
  const { seesNoSecrets: leavesOutSecret } = viewer;
  const scope: InboxScope =
    of === 'own' ? initiated : { kind: 'enterprise', corpId: ctx.corpId, leavesOutSecret };
  const [part] = scopeParts(scope);
  const awaiting = { kind: 'own', viewer, docQueryType: FlowQuery.awaitingMe } as const;
  const [open, awaitingMe, stuck, soon] = await Promise.all([
    countInbox(db, scope, { ...noFilters, statuses: statusesOf('open') }),
    countInbox(db, awaiting, noFilters),
    stuckFlows(db, part, new Date(now.getTime() - STUCK_MS), now),
    endingFlows(db, part, new Date(now.getTime() + SOON_MS), now),
  ]);
  const explain = await reasonsOf(ctx, [...stuck.rows, ...soon.rows]);
  const views = (rows: readonly FoundFlow[]) => rows.map((row) => pendingView(row, explain));
  return {
    open,
    awaitingMe,
    stuck: { count: stuck.count, flows: views(stuck.rows) },
    soon: { count: soon.count, flows: views(soon.rows) },
  };
}

/** Of several for whom the flow waits, the one who has waited longest. */
function pendingView(row: FoundFlow, explain: ExplainRow): Infer<typeof overviewFlow> {
  const [first] = awaitedOf(row);
  return {
    flowId: row.flow_id,
    flowCode: row.flow_code,
    flowTitle: row.title,
    flowStatus: row.status,
    why: first === undefined ? null : explain(row, first),
    who: first?.psnName ?? '',
    corpName: first?.corpName ?? '',
    for: first?.awaited ?? null,
    since: first?.since ?? null,
    expireDate: row.deadline,
    remindTime: row.reminded_at,
  };
}
