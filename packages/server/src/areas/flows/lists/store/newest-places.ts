import { type Selectable, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Db } from '../../../../database/schema.js';
import type { FlowInboxTable } from '../../../../database/tables/flows.js';
import { passing, type ResolvedFilters } from './inbox-filters.js';
import { inPart, type ScopePart } from './inbox-scope.js';

export type FoundFlow = Selectable<FlowInboxTable>;

/** Key of an inbox row, and its position in list order. */
type Place = Pick<FoundFlow, 'viewer_corp_id' | 'user_id' | 'flow_id' | 'created_at'>;

/** The last row of the previous page. */
export type Behind = Pick<Place, 'flow_id' | 'created_at'>;

/** The newest rows of a part that match the filters, read along an index in list order. */
export function newestOf(
  db: Db,
  part: ScopePart,
  filters: ResolvedFilters,
  limit: number,
  behind: Behind | null,
): SelectQueryBuilder<Database, 'flow_inbox', Place> {
  const places = db
    .selectFrom('flow_inbox')
    .select(['viewer_corp_id', 'user_id', 'flow_id', 'created_at'])
    .where((where) => where.and([inPart(where, part), ...passing(where, filters)]))
    .orderBy('created_at', 'desc')
    .orderBy('flow_id', 'desc')
    .limit(limit);
  if (behind === null) return places;
  return places.where(sql<SqlBool>`(created_at, flow_id) < (${behind.created_at}, ${behind.flow_id})`);
}
