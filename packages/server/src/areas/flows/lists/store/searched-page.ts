import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../../database/schema.js';
import { countPart, sum } from './count-inbox.js';
import type { ResolvedFilters } from './inbox-filters.js';
import { type InboxScope, type ScopePart, scopeParts } from './inbox-scope.js';
import { type FoundFlow, type FoundPlace, newestFirst, readPlaces, type Window } from './newest-places.js';
import { type LookUp, lookUpOf, searchPart } from './search-inbox.js';

export interface CountedRows {
  readonly rows: readonly FoundFlow[];
  readonly count: number;
}

/** A part of a scope, and what to look up for it in the search index; null: its rows are read. */
export interface SearchedPart {
  readonly part: ScopePart;
  readonly lookUp: LookUp | null;
}

/** How to find the flows of a scope; null if the index helps in none of its parts. */
export async function searchedParts(
  db: Db,
  scope: InboxScope,
  filters: ResolvedFilters,
): Promise<readonly SearchedPart[] | null> {
  const parts = await Promise.all(
    scopeParts(scope).map(async (part) => ({ part, lookUp: await lookUpOf(db, part, filters) })),
  );
  return parts.some(({ lookUp }) => lookUp !== null) ? parts : null;
}

export async function searchedPage(
  db: Db,
  parts: readonly SearchedPart[],
  filters: ResolvedFilters,
  { limit, offset }: Window,
  countLimit: number | null,
): Promise<CountedRows> {
  const { places, count } = await newestSearched(db, parts, filters, offset + limit, countLimit);
  return { rows: await atPlaces(db, places.slice(offset)).selectAll().execute(), count };
}

/**
 * The places of the newest flows up to `end`, and the total. The parts with a search text to look up come from the index,
 * the others are read. Parts are disjoint, so what is known of earlier ones bounds the search in the next: it goes back no
 * further than the page, and counts no further than the limit.
 */
export async function newestSearched(
  db: Db,
  parts: readonly SearchedPart[],
  filters: ResolvedFilters,
  end: number,
  countLimit: number | null,
): Promise<{ readonly places: readonly FoundPlace[]; readonly count: number }> {
  const read = await Promise.all(
    parts
      .filter(({ lookUp }) => lookUp === null)
      .map(async ({ part }) => ({
        places: await readPlaces(db, part, filters, end),
        count: await countPart(db, part, filters, countLimit),
      })),
  );
  let known = newestPlaces(
    read.flatMap(({ places }) => places),
    end,
  );
  let count = sum(read.map((part) => part.count));
  for (const { part, lookUp } of parts) {
    if (lookUp === null) continue;
    const wanted = {
      known,
      places: end,
      count: countLimit === null ? null : Math.max(0, countLimit - count),
    };
    const found = await searchPart(db, part, filters, lookUp, wanted);
    known = newestPlaces([...known, ...found.places], end);
    count += found.count;
  }
  return { places: known, count };
}

function newestPlaces(places: readonly FoundPlace[], limit: number): readonly FoundPlace[] {
  return [...places].sort(newestFirst).slice(0, limit);
}

/** The rows, newest first. */
export function atPlaces(db: Db, places: readonly FoundPlace[]) {
  const viewers = places.map(({ viewer_corp_id }) => viewer_corp_id);
  const users = places.map(({ user_id }) => user_id);
  const flows = places.map(({ flow_id }) => flow_id);
  return db
    .selectFrom('flow_inbox')
    .where(
      sql<SqlBool>`(viewer_corp_id, user_id, flow_id) in (
        select * from unnest(${viewers}::bigint[], ${users}::bigint[], ${flows}::bigint[])
      )`,
    )
    .orderBy('created_at', 'desc')
    .orderBy('flow_id', 'desc');
}
