/**
 * Finds flows by a part of a text in the search index (gather-search.ts), newest first, and stops as soon as the page is
 * complete and the total is known as far as requested. The index yields candidates; each is examined with all filters.
 */
import { FlowQuery } from '@cinnabar/api/enums.js';
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../../database/schema.js';
import { substringPattern } from '../../../../database/substring-pattern.js';
import { anybody } from '../../flow/rules/inbox-rows.js';
import { SearchField, textColumns } from '../rules/grams.js';
import { SEGMENT_FLOWS } from '../rules/postings.js';
import { countRows, readCount } from './count-rows.js';
import { passing, type ResolvedFilters } from './inbox-filters.js';
import { inPart, type ScopePart } from './inbox-scope.js';
import { type FoundPlace, newestFirst, type Position, readPlaces } from './newest-places.js';
import { CHUNK_FLOWS } from './search-segments.js';
import { type FoldedText, segmentsOf } from './searched-segments.js';

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

/** Rows of a list that are read in the time of examining one candidate, ... */
const ROWS_BY_LOOK_UP = 2;
/** ... and if their index has all columns that the filters need. */
const INDEXED_ROWS_BY_LOOK_UP = 32;

/** All rows are read by one statement, which must end in its time; looking up candidates has no such limit. */
const MAX_TIME_IN_LOOK_UPS = 500_000;

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
  readonly texts: readonly FoldedText[];
  /**
   * Candidates after which reading all rows, in the list's own order, would have been as fast; infinite if that could
   * take longer than a statement may.
   */
  readonly maxExamined: number;
  /** The newest flow of any segment. */
  readonly newest: Position;
}

/** What to look up for a part of the scope; null if reading its rows is better. */
export async function lookUpOf(db: Db, part: ScopePart, filters: ResolvedFilters): Promise<LookUp | null> {
  const texts = textsIn(filters);
  const { viewerCorpId } = part;
  if (texts.length === 0 || viewerCorpId === anybody) return null;
  const rows = await readCount(db, part, filters);
  // Before the pending flows are counted, which takes longer.
  if (rows < MIN_ROWS) return null;
  const state = await sql<Position & { readonly pending: number; readonly folded: readonly string[] }>`
    select
      flow_search_pending_count(${viewerCorpId}, ${MAX_PENDING}) as pending,
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
  `.execute(db);
  const found = state.rows[0];
  if (found === undefined || found.pending === MAX_PENDING) return null;
  const { at, flow_id, folded } = found;
  const all = filters.statuses === null ? rows : await readCount(db, part, { ...filters, statuses: null });
  return {
    texts: texts.map(({ field }, index) => ({ field, folded: folded[index] ?? '' })),
    newest: { at, flow_id },
    maxExamined: maxExamined(part, filters, all, rows),
  };
}

function maxExamined(part: ScopePart, filters: ResolvedFilters, all: number, rows: number): number {
  const times = [
    rows / ROWS_BY_LOOK_UP,
    ...(isIndexed(part, filters) ? [all / INDEXED_ROWS_BY_LOOK_UP] : []),
  ];
  return Math.min(...times.filter((time) => time <= MAX_TIME_IN_LOOK_UPS), Number.POSITIVE_INFINITY);
}

/** Whether the index in list order has all columns that the filters need. */
function isIndexed({ docQueryType }: ScopePart, filters: ResolvedFilters): boolean {
  const { mobile, participant, templateId, initiatorId, batchId, waitingSince } = filters;
  const others = [mobile, participant, templateId, initiatorId, batchId, waitingSince];
  return docQueryType === FlowQuery.all && others.every((filter) => filter === null);
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
  const enough = wanted.count === null ? MAX_EXAMINED : Math.max(wanted.count, wanted.places);
  for await (const { flows, count, rest } of candidatesOf(db, part, filters, lookUp, enough)) {
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
    // Two filters that each leave many rows, and together few or none.
    if (examined >= lookUp.maxExamined) return readInstead(db, part, filters, wanted);
  }
  const viewer = { viewer_corp_id: part.viewerCorpId, user_id: part.userId };
  const places = [...found.values()].sort(newestFirst).map((place) => ({ ...viewer, ...place }));
  const isExact = wanted.count !== null || isComplete;
  return { places, count: isExact ? places.length : await countRows(db, part, filters) };
}

/** The same from all rows, in the list's own order. */
async function readInstead(
  db: Db,
  part: ScopePart,
  filters: ResolvedFilters,
  wanted: Wanted,
): Promise<FoundPlaces> {
  const limit = Math.max(wanted.places, wanted.count ?? 0);
  const places = await readPlaces(db, part, filters, limit);
  const isExact = wanted.count !== null || places.length < limit;
  return { places, count: isExact ? places.length : await countRows(db, part, filters) };
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

/** @param wanted number of flows */
async function* candidatesOf(
  db: Db,
  part: ScopePart,
  filters: ResolvedFilters,
  lookUp: LookUp,
  wanted: number,
): AsyncGenerator<Candidates> {
  // Before the segments: a flow that is added to the index in between is in both.
  yield* outsideIndex(db, part, filters, lookUp);
  let gathered: Candidate[] = [];
  let enough = wanted;
  for await (const each of segmentsOf(db, part.viewerCorpId, lookUp.texts, wanted)) {
    const { segment, newest, next } = each;
    const places = each.places.map((place) => ({ segment, place }));
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
    if (next !== null && gathered.length >= enough) {
      yield { flows: flowsAt(part, gathered), count: gathered.length, rest: () => next };
      gathered = [];
      // They were not enough: other filters leave them out.
      enough = EXAMINED_AT_ONCE;
    }
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
  const chunks = new Map<string, { segment: number; chunk: number; indexes: number[] }>();
  for (const { segment, place } of candidates) {
    const chunk = Math.floor(place / CHUNK_FLOWS);
    const index = (place % CHUNK_FLOWS) + 1;
    const known = chunks.get(`${segment}/${chunk}`);
    if (known === undefined) chunks.set(`${segment}/${chunk}`, { segment, chunk, indexes: [index] });
    else known.indexes.push(index);
  }
  const all = [...chunks.values()];
  const segments = all.map(({ segment }) => segment);
  const numbers = all.map(({ chunk }) => chunk);
  const indexes = all.map((each) => `{${each.indexes.join()}}`);
  // Each chunk is looked up: a join might read all chunks of the viewer instead.
  return sql`
    select distinct listed.flow_ids[index] as candidate_id
    from unnest(${segments}::integer[], ${numbers}::smallint[], ${indexes}::text[]) as wanted (segment, chunk, indexes),
      lateral (
        select flow_ids
        from flow_search_flows
        where viewer_corp_id = ${viewerCorpId} and segment = wanted.segment and chunk = wanted.chunk
        offset 0
      ) as listed,
      unnest(wanted.indexes::integer[]) as index
  `;
}
