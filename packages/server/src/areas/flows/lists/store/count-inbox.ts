import { sql } from 'kysely';
import type { Db } from '../../../../database/schema.js';
import { type FlowFilters, passing, type ResolvedFilters } from './inbox-filters.js';
import { countedKinds, type InboxScope, inPart, ofType, type ScopePart, scopeParts } from './inbox-scope.js';
import { resolveFilters } from './sealed-titles.js';

/** Number of flows in the scope that match the filters; always exact. */
export async function countInbox(db: Db, scope: InboxScope, filters: FlowFilters): Promise<number> {
  return countResolved(db, scope, await resolveFilters(db, scope, filters));
}

export async function countResolved(db: Db, scope: InboxScope, filters: ResolvedFilters): Promise<number> {
  const parts = scopeParts(scope);
  const counts = await Promise.all(
    parts.map((part) =>
      isCounted(part, filters) ? readCount(db, part, filters) : countRows(db, part, filters),
    ),
  );
  return counts.reduce((total, count) => total + count, 0);
}

/**
 * Whether the number is maintained: counts are kept by viewer, kind and state; any other filter requires examining
 * rows.
 */
function isCounted(part: ScopePart, { statuses: _statuses, ...others }: ResolvedFilters): boolean {
  return (
    part.without.length === 0 &&
    !part.leavesOutSecret &&
    Object.values(others).every((filter) => filter === null)
  );
}

async function readCount(db: Db, part: ScopePart, { statuses }: FlowFilters): Promise<number> {
  const { total } = await db
    .selectFrom('flow_inbox_counts')
    .select(sql<number>`coalesce(sum(flows), 0)::bigint`.as('total'))
    .where('viewer_corp_id', '=', part.viewerCorpId)
    .where('user_id', '=', part.userId)
    .where((where) =>
      where.and([
        ...(part.leavesOutConfidential ? [where('confidential', '=', false)] : []),
        ...ofType(part.docQueryType, countedKinds),
        ...(statuses === null ? [] : [where('status', 'in', statuses)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return total;
}

async function countRows(db: Db, part: ScopePart, filters: ResolvedFilters): Promise<number> {
  const { total } = await db
    .selectFrom('flow_inbox')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where((where) => where.and([inPart(where, part), ...passing(where, filters)]))
    .executeTakeFirstOrThrow();
  return total;
}

/** Minimum number of rows for which folding a viewer's counts is worthwhile. */
const MANY_ROWS = 200;

/** Folds the increments in a viewer's counts into one row of each kind. The sums do not change. */
export async function foldCounts(db: Db): Promise<void> {
  const viewers = await db
    .selectFrom('flow_inbox_counts')
    .select(['viewer_corp_id', 'user_id'])
    .groupBy(['viewer_corp_id', 'user_id'])
    .having((having) => having(having.fn.countAll(), '>', MANY_ROWS))
    .execute();
  for (const { viewer_corp_id, user_id } of viewers) {
    // One statement, so that concurrent readers see either all the old rows or all the new ones.
    await sql`
      with folded as (
        delete from flow_inbox_counts
        where viewer_corp_id = ${viewer_corp_id} and user_id = ${user_id}
        returning *
      )
      insert into flow_inbox_counts
      select viewer_corp_id, user_id, status, confidential, initiated, takes_part, copied, my_turn, in_bulk, by_viewer,
        sum(flows)
      from folded
      group by viewer_corp_id, user_id, status, confidential, initiated, takes_part, copied, my_turn, in_bulk,
        by_viewer
      having sum(flows) <> 0
    `.execute(db);
  }
}
