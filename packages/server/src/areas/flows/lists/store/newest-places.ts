/** Queries of lists in their order: by the time of creation, the newest first. */
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import { type Selectable, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Db } from '../../../../database/schema.js';
import type { FlowInboxTable } from '../../../../database/tables/flows.js';
import { passing, type ResolvedFilters } from './inbox-filters.js';
import { type InboxScope, inPart, type ScopePart, scopeParts } from './inbox-scope.js';

export type FoundFlow = Selectable<FlowInboxTable>;

/** Position in list order. */
export interface Position {
  /** Seconds since 1970: a Date would lose the microseconds. */
  readonly at: number;
  readonly flow_id: FlowId;
}

export interface FoundPlace extends Position {
  readonly viewer_corp_id: number;
  readonly user_id: number;
}

export function newestFirst(one: Position, other: Position): number {
  return other.at - one.at || other.flow_id - one.flow_id;
}

type Place = Pick<FoundFlow, 'viewer_corp_id' | 'user_id' | 'flow_id' | 'created_at'>;

/** The newest rows of a part that match the filters, read along an index in list order. */
export function newestOf(
  db: Db,
  part: ScopePart,
  filters: ResolvedFilters,
  limit: number,
  behind: Position | null,
): SelectQueryBuilder<Database, 'flow_inbox', Place> {
  const places = db
    .selectFrom('flow_inbox')
    .select(['viewer_corp_id', 'user_id', 'flow_id', 'created_at'])
    .where((where) => where.and([inPart(where, part), ...passing(where, filters)]))
    .orderBy('created_at', 'desc')
    .orderBy('flow_id', 'desc')
    .limit(limit);
  if (behind === null) return places;
  return places.where(sql<SqlBool>`(created_at, flow_id) < (to_timestamp(${behind.at}), ${behind.flow_id})`);
}

export function readPlaces(
  db: Db,
  part: ScopePart,
  filters: ResolvedFilters,
  limit: number,
): Promise<readonly FoundPlace[]> {
  return db
    .selectFrom(newestOf(db, part, filters, limit, null).as('newest'))
    .select(['viewer_corp_id', 'user_id', 'flow_id'])
    .select(sql<number>`extract(epoch from created_at)::float8`.as('at'))
    .execute();
}

export interface Window {
  readonly limit: number;
  readonly offset: number;
}

/**
 * Determines the rows of a page separately in each part of the scope, along an index in list order, and reads only
 * those rows in full. The cost of a page is therefore independent of how many rows follow it.
 */
export function pageOf(
  db: Db,
  scope: InboxScope,
  filters: ResolvedFilters,
  { limit, offset }: Window,
  behind: Position | null,
) {
  // Each part has a LIMIT in a subquery of its own: a union could only be limited as a whole.
  const newest = (part: ScopePart) =>
    db.selectFrom(newestOf(db, part, filters, offset + limit, behind).as('part')).selectAll();
  const [first, ...others] = scopeParts(scope);
  const places = others.reduce((all, part) => all.unionAll(newest(part)), newest(first));
  return db
    .selectFrom(
      db
        .selectFrom(places.as('place'))
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('flow_id', 'desc')
        .limit(limit)
        .offset(offset)
        .as('page'),
    )
    .innerJoin('flow_inbox', (join) =>
      join
        .onRef('flow_inbox.viewer_corp_id', '=', 'page.viewer_corp_id')
        .onRef('flow_inbox.user_id', '=', 'page.user_id')
        .onRef('flow_inbox.flow_id', '=', 'page.flow_id'),
    )
    .orderBy('flow_inbox.created_at', 'desc')
    .orderBy('flow_inbox.flow_id', 'desc');
}
