/** Reads the segments of the search index that may contain given texts. */
import { sql } from 'kysely';
import type { Db } from '../../../../database/schema.js';
import { gramsToFind, SearchField } from '../rules/grams.js';
import { bucketOf, placesOfMobile } from '../rules/mobile-buckets.js';
import { intersectPlaces } from '../rules/postings.js';
import type { Position } from './newest-places.js';

/** Of a segment, the smallest sets of each text that are read: further ones would exclude few further flows. */
const MAX_SETS = 3;

/** Segments read by the first queries: few, because frequent texts are found in the newest ones. */
const FIRST_SEGMENTS = [8, 64] as const;
/** And by each of the others, which read no more than what is wanted seems to take. */
const MAX_SEGMENTS = 512;

export interface FoldedText {
  readonly field: SearchField;
  readonly folded: string;
}

interface Segment {
  readonly segment: number;
  /** List position of its newest flow. */
  readonly newest: Position;
  /** Of the flows that contain all of the rarest grams. */
  readonly places: readonly number[];
  /** The newest flow of the remaining segments; null if no segment remains. */
  readonly next: Position | null;
}

/**
 * Segments that contain all grams, those with the newest flows first.
 * @param wanted number of flows
 */
export async function* segmentsOf(
  db: Db,
  viewerCorpId: number,
  texts: readonly FoldedText[],
  wanted: number,
): AsyncGenerator<Segment> {
  const lookedUp = texts.flatMap(({ field, folded }) => {
    const grams = field === SearchField.mobiles ? [bucketOf(folded)] : gramsToFind(folded);
    return grams.map((gram) => ({ field, gram }));
  });
  const mobile = texts.find(({ field }) => field === SearchField.mobiles)?.folded;
  const fields = lookedUp.map(({ field }) => field);
  const grams = lookedUp.map(({ gram }) => gram);
  let read = 0;
  let found = 0;
  for (let query = 0; ; query += 1) {
    const count = FIRST_SEGMENTS[query] ?? segmentsFor(wanted - found, found / read);
    // The segments of a gram are adjacent in the index, and those that are next in list order nearly so: to read a range,
    // and leave out what else is in it, takes a fraction of as many look-ups.
    const { rows } = await sql<SegmentRow>`
      with batch as materialized (
        select segment, newest_at, newest_flow_id,
          row_number() over (order by newest_at desc, newest_flow_id desc) > ${read + count} as is_next
        from flow_search_segments
        where viewer_corp_id = ${viewerCorpId}
        order by newest_at desc, newest_flow_id desc
        limit ${count + 1} offset ${read}
      ), ranked as (
        select segment, posting.field, places,
          row_number() over (partition by segment, posting.field order by octet_length(places)) as rank
        from unnest(${fields}::smallint[], ${grams}::text[]) as wanted (field, gram)
        join flow_search_postings posting
          on posting.viewer_corp_id = ${viewerCorpId} and posting.field = wanted.field
          and posting.gram = wanted.gram
          and posting.segment between (select min(segment) from batch) and (select max(segment) from batch)
      ), found as (
        select segment, count(*) as grams,
          array_agg(places) filter (where rank <= ${sql.lit(MAX_SETS)} and field <> ${sql.lit(SearchField.mobiles)})
            as sets,
          (array_agg(places) filter (where field = ${sql.lit(SearchField.mobiles)}))[1] as bucket
        from ranked
        group by segment
      )
      select segment, date_part('epoch', newest_at) as at, newest_flow_id as flow_id, is_next, sets, bucket
      from batch left join found using (segment)
      where is_next or grams = ${grams.length}
      order by newest_at desc, newest_flow_id desc
    `.execute(db);
    for (const [index, { segment, at, flow_id, is_next, sets, bucket }] of rows.entries()) {
      if (is_next) continue;
      const ofMobile = mobile === undefined || bucket === null ? [] : [placesOfMobile(bucket, mobile)];
      const places = intersectPlaces([...(sets ?? []), ...ofMobile]);
      found += places.length;
      yield { segment, newest: { at, flow_id }, places, next: rows[index + 1] ?? null };
    }
    if (rows.at(-1)?.is_next !== true) return;
    // Segments are never removed: one that is added meanwhile makes others be read twice, and leaves none out.
    read += count;
  }
}

/** How many segments are likely to contain that many flows. @param density flows in each of those before */
function segmentsFor(flows: number, density: number): number {
  const likely = Math.ceil((1.1 * flows) / density);
  return likely > 0 ? Math.min(likely, MAX_SEGMENTS) : MAX_SEGMENTS;
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
