/**
 * Finds flows by a part of a text in the search index (gather-search.ts), newest first, and stops as soon as the page is
 * complete and the total is known as far as requested. The index yields candidates; each is examined with all filters.
 */
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../../database/schema.js';
import { substringPattern } from '../../../../database/substring-pattern.js';
import { anybody } from '../../flow/rules/inbox-rows.js';
import { gramsToFind, SearchField, textColumns } from '../rules/grams.js';
import { bucketOf, placesOfMobile } from '../rules/mobile-buckets.js';
import { intersectPlaces, SEGMENT_FLOWS } from '../rules/postings.js';
import { countRows, readCount } from './count-rows.js';
import { passing, type ResolvedFilters } from './inbox-filters.js';
import { inPart, type ScopePart } from './inbox-scope.js';
import type { Position } from './newest-places.js';
import { CHUNK_FLOWS } from './search-segments.js';

/** Shorter lists are read row by row, which takes no longer. */
const MIN_ROWS = 20_000;

/** While more flows than this await their addition to the index, lists are read row by row. */
const MAX_PENDING = 4 * SEGMENT_FLOWS;

/** Matches found one by one for an exact total; with more of them, counting all rows at once is faster. */
const MAX_COUNTED = 5000;

/** Candidates examined for an exact total, likewise. */
const MAX_EXAMINED = 50_000;

/** Candidates examined by one query. */
const EXAMINED_AT_ONCE = 1024;

/** Of a segment, the smallest sets of each text that are read: further ones would exclude few further flows. */
const MAX_SETS = 3;

/** Segments read by one query: few at first, because frequent texts are found in the newest ones. */
const SEGMENTS_AT_ONCE = [8, 64, 512] as const;

export interface FoundPlace extends Position {
  readonly viewer_corp_id: number;
  readonly user_id: number;
}

export interface Wanted {
  /** Number of places from the newest, of this part and of others together. */
  readonly places: number;
  /** The newest places of other parts. */
  readonly known: readonly FoundPlace[];
  /** Counting may stop at this number; null: the exact total. */
  readonly count: number | null;
}

interface FoundPlaces {
  /** The newest first; all that belong to the wanted ones. */
  readonly places: readonly FoundPlace[];
  readonly count: number;
}

interface SearchText {
  readonly field: SearchField;
  readonly text: string;
}

/** A filter that identifies few flows has an index of its own. */
function textsIn(filters: ResolvedFilters): readonly SearchText[] {
  const { flowTitle, participant, flowCode, sourceOrderCode, mobile } = filters;
  if (flowCode !== null || sourceOrderCode !== null) return [];
  const texts: SearchText[] = [];
  if (mobile !== null) texts.push({ field: SearchField.mobiles, text: mobile });
  if (flowTitle !== null) texts.push({ field: SearchField.title, text: flowTitle });
  if (participant !== null) {
    const field = participant.kind === 'enterprise' ? SearchField.corps : SearchField.names;
    texts.push({ field, text: participant.name });
  }
  return texts;
}

/** What to look up in the index. */
export interface LookUp {
  readonly texts: readonly { readonly field: SearchField; readonly folded: string }[];
  /** The newest flow of any segment. */
  readonly newest: Position;
}

/** What to look up for a part of the scope; null if reading its rows is better. */
export async function lookUpOf(db: Db, part: ScopePart, filters: ResolvedFilters): Promise<LookUp | null> {
  const texts = textsIn(filters);
  const { viewerCorpId } = part;
  if (texts.length === 0 || viewerCorpId === anybody) return null;
  const [rows, state] = await Promise.all([
    readCount(db, part, filters),
    sql<Position & { readonly pending: number; readonly folded: readonly string[] }>`
      select
        (select count(*) from flow_search_oldest_pending(${viewerCorpId}, ${MAX_PENDING})) as pending,
        array(
          select lower(text)
          from unnest(${texts.map(({ text }) => text)}::text[]) with ordinality as given (text, place)
          order by place
        ) as folded,
        date_part('epoch', newest_at) as at, newest_flow_id as flow_id
      from flow_search_segments
      where viewer_corp_id = ${viewerCorpId} and not exists (select from flow_search_backfill)
        and (${filters.mobile === null} or not exists (
          select from flow_search_segments where viewer_corp_id = ${viewerCorpId} and not has_mobiles
        ))
      order by newest_at desc, newest_flow_id desc
      limit 1
    `.execute(db),
  ]);
  const found = state.rows[0];
  if (found === undefined || found.pending === MAX_PENDING || rows < MIN_ROWS) return null;
  const { at, flow_id, folded } = found;
  return {
    texts: texts.map(({ field }, index) => ({ field, folded: folded[index] ?? '' })),
    newest: { at, flow_id },
  };
}

export async function searchPart(
  db: Db,
  part: ScopePart,
  filters: ResolvedFilters,
  lookUp: LookUp,
  wanted: Wanted,
): Promise<FoundPlaces> {
  const found = new Map<FlowId, Position>();
  let examined = 0;
  let isComplete = false;
  for await (const { flows, count, rest } of candidatesOf(db, part, filters, lookUp)) {
    const matches = await matching(db, part, filters, flows);
    for (const place of matches) found.set(place.flow_id, place);
    examined += count;
    const oldestRest = rest(matches);
    isComplete = oldestRest === null;
    const isCounted =
      wanted.count === null
        ? found.size >= MAX_COUNTED || examined >= MAX_EXAMINED
        : found.size >= wanted.count;
    if (oldestRest === null || (isCounted && isPageComplete(found, wanted, oldestRest))) break;
  }
  const viewer = { viewer_corp_id: part.viewerCorpId, user_id: part.userId };
  const places = [...found.values()].sort(newestFirst).map((place) => ({ ...viewer, ...place }));
  const isExact = wanted.count !== null || isComplete;
  return { places, count: isExact ? places.length : await countRows(db, part, filters) };
}

export function newestFirst(one: Position, other: Position): number {
  return other.at - one.at || other.flow_id - one.flow_id;
}

function oldest(places: readonly Position[]): Position | undefined {
  return [...places].sort(newestFirst).at(-1);
}

function newer(one: Position | null, other: Position): Position {
  return one === null || newestFirst(other, one) < 0 ? other : one;
}

/** @param rest no flow that is still to be examined is newer */
function isPageComplete(
  found: ReadonlyMap<FlowId, Position>,
  { places, known }: Wanted,
  rest: Position,
): boolean {
  let newer = 0;
  for (const place of known) if (newestFirst(place, rest) < 0) newer += 1;
  for (const place of found.values()) if (newestFirst(place, rest) < 0) newer += 1;
  return newer >= places;
}

/** The matches among some flows. Each is looked up: a join might read all rows of the viewer instead. */
async function matching(
  db: Db,
  part: ScopePart,
  filters: ResolvedFilters,
  flows: RawBuilder<unknown>,
): Promise<readonly Position[]> {
  const row = db
    .selectFrom('flow_inbox')
    .select('flow_id')
    .select(sql<number>`date_part('epoch', created_at)`.as('at'))
    .where((where) => where.and([inPart(where, part), ...passing(where, filters)]))
    .where('flow_id', '=', sql<FlowId>`candidate.candidate_id`)
    .offset(sql.lit(0));
  const { rows } = await sql<Position>`
    select found.* from (${flows}) as candidate, lateral (${row}) as found
  `.execute(db);
  return rows;
}

/** Flows to examine together. */
interface Candidates {
  /** Query of their ids as candidate_id. */
  readonly flows: RawBuilder<unknown>;
  readonly count: number;
  /** A position such that no candidate still to come is newer; null: none is to come. */
  readonly rest: (matches: readonly Position[]) => Position | null;
}

async function* candidatesOf(
  db: Db,
  part: ScopePart,
  filters: ResolvedFilters,
  lookUp: LookUp,
): AsyncGenerator<Candidates> {
  // Before the segments: a flow that is added to the index in between is in both.
  yield* outsideIndex(db, part, filters, lookUp);
  let gathered: Candidate[] = [];
  for await (const { segment, newest, sets, next } of segmentsOf(db, part, lookUp)) {
    const places = intersectPlaces(sets).map((place) => ({ segment, place }));
    if (gathered.length > 0 && gathered.length + places.length > EXAMINED_AT_ONCE) {
      yield { flows: flowsAt(part, gathered), count: gathered.length, rest: () => newest };
      gathered = [];
    }
    let from = 0;
    for (; places.length - from > EXAMINED_AT_ONCE; from += EXAMINED_AT_ONCE) {
      const flows = flowsAt(part, places.slice(from, from + EXAMINED_AT_ONCE));
      // The other flows of this segment are older than these.
      yield { flows, count: EXAMINED_AT_ONCE, rest: (matches) => newer(next, oldest(matches) ?? newest) };
    }
    gathered.push(...places.slice(from));
  }
  yield { flows: flowsAt(part, gathered), count: gathered.length, rest: () => null };
}

/** Encrypted flows whose decrypted titles match, and flows that await their addition to the index. */
async function* outsideIndex(
  db: Db,
  part: ScopePart,
  { sealedByTitle }: ResolvedFilters,
  lookUp: LookUp,
): AsyncGenerator<Candidates> {
  let sealed = sealedByTitle ?? [];
  for (let last: Position | null = null; ; ) {
    const pending: readonly Position[] = await pendingFlows(db, part, lookUp, last);
    const ids = [...sealed, ...pending.map(({ flow_id }) => flow_id)];
    sealed = [];
    const end = pending.at(-1);
    const isLast = end === undefined || pending.length < EXAMINED_AT_ONCE;
    if (ids.length > 0) {
      // Read after the pending flows: those of them that are in the index by now may be its newest.
      const newest = (await newestIndexed(db, part.viewerCorpId)) ?? lookUp.newest;
      yield {
        flows: sql`select distinct unnest(${ids}::bigint[]) as candidate_id`,
        count: ids.length,
        rest: () => (isLast ? newest : newer(newest, end)),
      };
    }
    if (isLast) return;
    last = end;
  }
}

/** The newest flow of any segment. */
async function newestIndexed(db: Db, viewerCorpId: number): Promise<Position | null> {
  const { rows } = await sql<Position>`
    select date_part('epoch', newest_at) as at, newest_flow_id as flow_id
    from flow_search_segments
    where viewer_corp_id = ${viewerCorpId}
    order by newest_at desc, newest_flow_id desc
    limit 1
  `.execute(db);
  return rows[0] ?? null;
}

/** The next ones in list order. There may be more than MAX_PENDING by now. */
async function pendingFlows(
  db: Db,
  { viewerCorpId }: ScopePart,
  { texts }: LookUp,
  last: Position | null,
): Promise<readonly Position[]> {
  const conditions = texts.map(({ field, folded }) => {
    const column = sql.ref(textColumns[field]);
    return sql<SqlBool>`(${column} is null or ${column} like ${substringPattern(folded)})`;
  });
  if (last !== null) {
    conditions.push(sql<SqlBool>`(created_at, flow_id) < (to_timestamp(${last.at}), ${last.flow_id})`);
  }
  const { rows } = await sql<Position>`
    select flow_id, date_part('epoch', created_at) as at
    from flow_search_oldest_pending(${viewerCorpId}, ${2 * MAX_PENDING})
    where ${sql.join(conditions, sql` and `)}
    order by created_at desc, flow_id desc
    limit ${EXAMINED_AT_ONCE}
  `.execute(db);
  return rows;
}

interface Candidate {
  readonly segment: number;
  readonly place: number;
}

function flowsAt({ viewerCorpId }: ScopePart, candidates: readonly Candidate[]): RawBuilder<unknown> {
  const segments = candidates.map(({ segment }) => segment);
  const chunks = candidates.map(({ place }) => Math.floor(place / CHUNK_FLOWS));
  const indexes = candidates.map(({ place }) => (place % CHUNK_FLOWS) + 1);
  return sql`
    select distinct listed.flow_ids[wanted.index] as candidate_id
    from unnest(${segments}::integer[], ${chunks}::smallint[], ${indexes}::integer[])
      as wanted (segment, chunk, index)
    join flow_search_flows listed
      on listed.viewer_corp_id = ${viewerCorpId} and listed.segment = wanted.segment and listed.chunk = wanted.chunk
  `;
}

interface Segment {
  readonly segment: number;
  /** List position of its newest flow. */
  readonly newest: Position;
  /** The flows that contain each of the rarest grams. */
  readonly sets: readonly Buffer[];
  /** The newest flow of the remaining segments; null if no segment remains. */
  readonly next: Position | null;
}

/** Segments that contain all grams, those with the newest flows first. */
async function* segmentsOf(db: Db, { viewerCorpId }: ScopePart, { texts }: LookUp): AsyncGenerator<Segment> {
  const lookedUp = texts.flatMap(({ field, folded }) => {
    const grams = field === SearchField.mobiles ? [bucketOf(folded)] : gramsToFind(folded);
    return grams.map((gram) => ({ field, gram }));
  });
  const mobile = texts.find(({ field }) => field === SearchField.mobiles)?.folded;
  const fields = lookedUp.map(({ field }) => field);
  const grams = lookedUp.map(({ gram }) => gram);
  let read = 0;
  for (let query = 0; ; query += 1) {
    const count = SEGMENTS_AT_ONCE[Math.min(query, SEGMENTS_AT_ONCE.length - 1)] ?? 1;
    const { rows } = await sql<SegmentRow>`
      with batch as materialized (
        select segment, newest_at, newest_flow_id,
          row_number() over (order by newest_at desc, newest_flow_id desc) > ${read + count} as is_next
        from flow_search_segments
        where viewer_corp_id = ${viewerCorpId}
        order by newest_at desc, newest_flow_id desc
        limit ${count + 1} offset ${read}
      )
      select segment, date_part('epoch', newest_at) as at, newest_flow_id as flow_id, is_next, sets, bucket
      from batch, lateral (
        select count(*) as grams,
          array_agg(places) filter (where rank <= ${sql.lit(MAX_SETS)} and field <> ${sql.lit(SearchField.mobiles)})
            as sets,
          (array_agg(places) filter (where field = ${sql.lit(SearchField.mobiles)}))[1] as bucket
        from (
          select posting.field, places, row_number() over (partition by posting.field order by octet_length(places)) as rank
          from unnest(${fields}::smallint[], ${grams}::text[]) as wanted (field, gram)
          join flow_search_postings posting
            on posting.viewer_corp_id = ${viewerCorpId} and posting.field = wanted.field
            and posting.gram = wanted.gram and posting.segment = batch.segment
        ) as ranked
      ) as found
      where is_next or grams = ${grams.length}
      order by newest_at desc, newest_flow_id desc
    `.execute(db);
    for (const [index, { segment, at, flow_id, is_next, sets, bucket }] of rows.entries()) {
      if (is_next) continue;
      const ofMobile = mobile === undefined || bucket === null ? [] : [placesOfMobile(bucket, mobile)];
      const all = [...(sets ?? []), ...ofMobile];
      yield { segment, newest: { at, flow_id }, sets: all, next: rows[index + 1] ?? null };
    }
    if (rows.at(-1)?.is_next !== true) return;
    // Segments are never removed: one that is added meanwhile makes others be read twice, and leaves none out.
    read += count;
  }
}

interface SegmentRow extends Position {
  readonly segment: number;
  /** The first segment of the next query. */
  readonly is_next: boolean;
  /** Null if only a mobile is looked up. */
  readonly sets: readonly Buffer[] | null;
  /** The set that contains the mobile looked up. */
  readonly bucket: Buffer | null;
}
