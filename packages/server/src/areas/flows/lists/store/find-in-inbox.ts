/** Queries of lists and exports: all read inbox rows by one scope and one set of filters. */
import type { Db } from '../../../../database/schema.js';
import { openInbox } from '../../flow/store/inbox-texts.js';
import { countPart, sum } from './count-inbox.js';
import type { FlowFilters, ResolvedFilters } from './inbox-filters.js';
import { type InboxScope, type ScopePart, scopeParts } from './inbox-scope.js';
import { type Behind, type FoundFlow, newestOf } from './newest-places.js';
import { resolveFilters } from './sealed-titles.js';
import { lookUpOf } from './search-inbox.js';
import { type CountedRows, searchedPage, type Window } from './searched-page.js';

export type { FoundFlow } from './newest-places.js';

interface FlowPage {
  readonly rows: readonly FoundFlow[];
  readonly totalCount: number;
  /** Whether there are more than totalCount; absent if the total is exact by request. */
  readonly totalLimited?: boolean;
}

/**
 * One page, newest first.
 * @param countLimit the largest total of interest; null: the total is exact
 */
export async function listInbox(
  db: Db,
  scope: InboxScope,
  filters: FlowFilters,
  window: Window,
  countLimit: number | null,
): Promise<FlowPage> {
  const resolved = await resolveFilters(db, scope, filters);
  const parts = await Promise.all(
    scopeParts(scope).map(async (part) => ({ part, lookUp: await lookUpOf(db, part, resolved) })),
  );
  const limit = countLimit === null ? null : countLimit + 1;
  const { rows, count } = parts.some(({ lookUp }) => lookUp !== null)
    ? await searchedPage(db, parts, resolved, window, limit)
    : await readPage(db, scope, resolved, window, limit);
  return {
    rows: await openInbox(db, rows),
    ...(countLimit === null
      ? { totalCount: count }
      : { totalCount: Math.min(count, countLimit), totalLimited: count > countLimit }),
  };
}

async function readPage(
  db: Db,
  scope: InboxScope,
  filters: ResolvedFilters,
  window: Window,
  limit: number | null,
): Promise<CountedRows> {
  const [rows, counts] = await Promise.all([
    page(db, scope, filters, window, null).selectAll('flow_inbox').execute(),
    Promise.all(scopeParts(scope).map((part) => countPart(db, part, filters, limit))),
  ]);
  return { rows, count: sum(counts) };
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
