/** Queries of lists and exports: all read inbox rows by one scope and one set of filters. */
import { type Selectable, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Db } from '../../../../database/schema.js';
import type { FlowInboxTable } from '../../../../database/tables/flows.js';
import { openInbox } from '../../flow/store/inbox-texts.js';
import { countResolved } from './count-inbox.js';
import { type FlowFilters, passing, type ResolvedFilters } from './inbox-filters.js';
import { type InboxScope, inPart, type ScopePart, scopeParts } from './inbox-scope.js';
import { resolveFilters } from './sealed-titles.js';

export type FoundFlow = Selectable<FlowInboxTable>;

/** Key of an inbox row, and its position in list order. */
type Place = Pick<FoundFlow, 'viewer_corp_id' | 'user_id' | 'flow_id' | 'created_at'>;

/** The last row of the previous page. */
type Behind = Pick<Place, 'flow_id' | 'created_at'>;

interface Window {
  readonly limit: number;
  readonly offset: number;
}

/** One page, newest first. */
export async function listInbox(
  db: Db,
  scope: InboxScope,
  filters: FlowFilters,
  window: Window,
): Promise<{ readonly rows: readonly FoundFlow[]; readonly totalCount: number }> {
  const resolved = await resolveFilters(db, scope, filters);
  const [rows, totalCount] = await Promise.all([
    page(db, scope, resolved, window, null).selectAll('flow_inbox').execute(),
    countResolved(db, scope, resolved),
  ]);
  return { rows: await openInbox(db, rows), totalCount };
}

const ROWS_AT_ONCE = 1000;

/** Flow columns that exports need: reading the others would dominate the run time. */
const shown = [
  'flow_inbox.flow_id',
  'flow_inbox.owner_corp_id',
  'flow_inbox.flow_code',
  'flow_inbox.title',
  'flow_inbox.status',
  'flow_inbox.description',
  'flow_inbox.owner_corp_name',
  'flow_inbox.initiator_name',
  'flow_inbox.signer_corps',
  'flow_inbox.signer_names',
  'flow_inbox.source_order_code',
  'flow_inbox.created_at',
  'flow_inbox.started_at',
  'flow_inbox.finished_at',
  'flow_inbox.deadline',
  'flow_inbox.sealed',
] as const;

type Unqualified<Name> = Name extends `flow_inbox.${infer Column}` ? Column : never;

export type ShownFlow = Pick<FoundFlow, Unqualified<(typeof shown)[number]> & keyof FoundFlow>;

/**
 * Iterates over all pages of listInbox in the same order. Each read starts after the last row (keyset pagination), so
 * that no query stays open while a client reads slowly, and none remains when the client disconnects. The next rows are
 * prefetched while the previous ones are consumed.
 */
export async function* eachInInbox(
  db: Db,
  scope: InboxScope,
  filters: FlowFilters,
): AsyncGenerator<readonly ShownFlow[]> {
  const resolved = await resolveFilters(db, scope, filters);
  const readBehind = async (last: Behind | null): Promise<readonly ShownFlow[]> => {
    const rows = page(db, scope, resolved, { limit: ROWS_AT_ONCE, offset: 0 }, last);
    return openInbox(db, await rows.select(shown).execute());
  };
  let reading = readBehind(null);
  try {
    for (;;) {
      const rows = await reading;
      const last = rows.at(-1);
      if (last === undefined) return;
      const isLast = rows.length < ROWS_AT_ONCE;
      if (!isLast) {
        reading = readBehind(last);
        // Prefetch errors surface when these rows are requested, which may never happen.
        reading.catch(() => undefined);
      }
      yield rows;
      if (isLast) return;
    }
  } finally {
    await reading.catch(() => undefined);
  }
}

/**
 * Determines the rows of a page separately in each part of the scope, along an index in list order, and reads only
 * those rows in full. The cost of a page is therefore independent of how many rows follow it.
 */
function page(
  db: Db,
  scope: InboxScope,
  filters: ResolvedFilters,
  { limit, offset }: Window,
  behind: Behind | null,
) {
  const newestOf = (part: ScopePart) => {
    let places: SelectQueryBuilder<Database, 'flow_inbox', Place> = db
      .selectFrom('flow_inbox')
      .select(['viewer_corp_id', 'user_id', 'flow_id', 'created_at'])
      .where((where) => where.and([inPart(where, part), ...passing(where, filters)]));
    if (behind !== null) {
      places = places.where(sql<SqlBool>`(created_at, flow_id) < (${behind.created_at}, ${behind.flow_id})`);
    }
    const newest = places.orderBy('created_at', 'desc').orderBy('flow_id', 'desc');
    // Each part has a LIMIT in a subquery of its own: a union could only be limited as a whole.
    return db.selectFrom(newest.limit(offset + limit).as('part')).selectAll();
  };
  const [first, ...others] = scopeParts(scope);
  const places = others.reduce((all, part) => all.unionAll(newestOf(part)), newestOf(first));
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
