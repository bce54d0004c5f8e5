/** Pages of lists. Lists and exports read inbox rows by one scope and one set of filters. */
import type { Db } from '../../../../database/schema.js';
import { openInbox } from '../../flow/store/inbox-texts.js';
import { countPart, sum } from './count-inbox.js';
import type { FlowFilters, ResolvedFilters } from './inbox-filters.js';
import { type InboxScope, scopeParts } from './inbox-scope.js';
import { type FoundFlow, pageOf, type Window } from './newest-places.js';
import { resolveFilters } from './sealed-titles.js';
import { type CountedRows, searchedPage, searchedParts } from './searched-page.js';

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
  const searched = await searchedParts(db, scope, resolved);
  const limit = countLimit === null ? null : countLimit + 1;
  const { rows, count } =
    searched === null
      ? await readPage(db, scope, resolved, window, limit)
      : await searchedPage(db, searched, resolved, window, limit);
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
    pageOf(db, scope, filters, window, null).selectAll('flow_inbox').execute(),
    Promise.all(scopeParts(scope).map((part) => countPart(db, part, filters, limit))),
  ]);
  return { rows, count: sum(counts) };
}
