import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../../database/schema.js';
import { countPart, sum } from './count-inbox.js';
import type { ResolvedFilters } from './inbox-filters.js';
import type { ScopePart } from './inbox-scope.js';
import { type FoundFlow, newestOf, type Window } from './newest-places.js';
import { type FoundPlace, type LookUp, newestFirst, searchPart } from './search-inbox.js';

export interface CountedRows {
  readonly rows: readonly FoundFlow[];
  readonly count: number;
}

/**
 * The parts with a search text to look up come from the index, the others are read. Parts are disjoint, so what is known
 * of earlier ones bounds the search in the next: it goes back no further than the page, and counts no further than the
 * limit.
 */
export async function searchedPage(
  db: Db,
  parts: readonly { readonly part: ScopePart; readonly lookUp: LookUp | null }[],
  filters: ResolvedFilters,
  { limit, offset }: Window,
  countLimit: number | null,
): Promise<CountedRows> {
  const end = offset + limit;
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
  return { rows: await rowsAt(db, known.slice(offset)), count };
}

function newestPlaces(places: readonly FoundPlace[], limit: number): readonly FoundPlace[] {
  return [...places].sort(newestFirst).slice(0, limit);
}

/** The rows in full, newest first. */
async function rowsAt(db: Db, places: readonly FoundPlace[]): Promise<readonly FoundFlow[]> {
  const viewers = places.map(({ viewer_corp_id }) => viewer_corp_id);
  const users = places.map(({ user_id }) => user_id);
  const flows = places.map(({ flow_id }) => flow_id);
  return db
    .selectFrom('flow_inbox')
    .selectAll()
    .where(
      sql<SqlBool>`(viewer_corp_id, user_id, flow_id) in (
        select * from unnest(${viewers}::bigint[], ${users}::bigint[], ${flows}::bigint[])
      )`,
    )
    .orderBy('created_at', 'desc')
    .orderBy('flow_id', 'desc')
    .execute();
}

function readPlaces(
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
