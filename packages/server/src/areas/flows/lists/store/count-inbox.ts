import { sql } from 'kysely';
import type { Db } from '../../../../database/schema.js';
import { countRows, isCounted, readCount } from './count-rows.js';
import type { FlowFilters, ResolvedFilters } from './inbox-filters.js';
import { type InboxScope, type ScopePart, scopeParts } from './inbox-scope.js';
import { resolveFilters } from './sealed-titles.js';
import { lookUpOf, searchPart } from './search-inbox.js';

/** Number of flows in the scope that match the filters; always exact. */
export async function countInbox(db: Db, scope: InboxScope, filters: FlowFilters): Promise<number> {
  const resolved = await resolveFilters(db, scope, filters);
  const counts = await Promise.all(
    scopeParts(scope).map(async (part) => {
      const lookUp = await lookUpOf(db, part, resolved);
      return lookUp === null
        ? countPart(db, part, resolved, null)
        : (await searchPart(db, part, resolved, lookUp, { known: [], places: 0, count: null })).count;
    }),
  );
  return sum(counts);
}

export function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** @param limit counting rows may stop here; null: the exact number */
export function countPart(
  db: Db,
  part: ScopePart,
  filters: ResolvedFilters,
  limit: number | null,
): Promise<number> {
  return isCounted(part, filters) ? readCount(db, part, filters) : countRows(db, part, filters, limit);
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
