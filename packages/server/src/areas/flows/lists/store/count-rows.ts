/** Numbers of rows of one part of a scope. */
import { sql } from 'kysely';
import type { Db } from '../../../../database/schema.js';
import { type FlowFilters, passing, type ResolvedFilters } from './inbox-filters.js';
import { countedKinds, inPart, ofType, type ScopePart } from './inbox-scope.js';

/**
 * Whether the number is maintained: counts are kept by viewer, kind and state; any other filter requires examining
 * rows.
 */
export function isCounted(part: ScopePart, { statuses: _statuses, ...others }: ResolvedFilters): boolean {
  return (
    part.without.length === 0 &&
    !part.leavesOutSecret &&
    Object.values(others).every((filter) => filter === null)
  );
}

export async function readCount(db: Db, part: ScopePart, { statuses }: FlowFilters): Promise<number> {
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

/** @param limit counting stops here; null: the exact number */
export async function countRows(
  db: Db,
  part: ScopePart,
  filters: ResolvedFilters,
  limit: number | null = null,
): Promise<number> {
  const rows = db
    .selectFrom('flow_inbox')
    .select('flow_inbox.flow_id')
    .where((where) => where.and([inPart(where, part), ...passing(where, filters)]));
  // Without an order, PostgreSQL may read the whole table for the first rows.
  const first = rows.orderBy('created_at', 'desc').orderBy('flow_id', 'desc');
  const { total } = await db
    .selectFrom((limit === null ? rows : first.limit(limit)).as('counted'))
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
