/** Writes segments of the search index. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import { sql } from 'kysely';
import type { Tx } from '../../../../database/schema.js';
import type { CorpId } from '../../../../operation/context.js';
import { gramsOf, SearchField } from '../rules/grams.js';
import { mobileBuckets } from '../rules/mobile-buckets.js';
import { encodePlaces } from '../rules/postings.js';
import type { Position } from './newest-places.js';

/** Flows of which the grams are computed before the event loop is yielded. */
const FLOWS_AT_ONCE = 128;

/** Rows of an insert. */
const ROWS_AT_ONCE = 2000;

/** Flow ids in a row of flow_search_flows: a longer row would be stored out of line. */
export const CHUNK_FLOWS = 128;

export interface Postings {
  readonly field: SearchField;
  /** Encoded places of the flows, by gram or by bucket of mobiles. */
  readonly sets: ReadonlyMap<string, Buffer>;
}

/** @param texts of the flows of a segment, in list order */
export async function postingsOf(field: SearchField, texts: readonly string[]): Promise<Postings> {
  if (field === SearchField.mobiles) return { field, sets: mobileBuckets(texts) };
  const places = new Map<string, number[]>();
  // Many flows have the same signers.
  const known = new Map<string, ReadonlySet<string>>();
  for (const [place, text] of texts.entries()) {
    if (place % FLOWS_AT_ONCE === 0) await nextTurn();
    const grams = known.get(text) ?? gramsOf(text);
    known.set(text, grams);
    for (const gram of grams) {
      const before = places.get(gram);
      if (before === undefined) places.set(gram, [place]);
      else before.push(place);
    }
  }
  return { field, sets: new Map([...places].map(([gram, some]) => [gram, encodePlaces(some)])) };
}

/** @param flows in list order */
export async function insertSegment(
  tx: Tx,
  corpId: CorpId,
  flows: readonly Position[],
  postings: readonly Postings[],
): Promise<void> {
  const [newest] = flows;
  if (newest === undefined) return;
  const inserted = await sql<{ segment: number }>`
    insert into flow_search_segments (viewer_corp_id, segment, newest_at, newest_flow_id, has_mobiles)
    select ${corpId}, coalesce(max(segment), 0) + 1, to_timestamp(${newest.at}), ${newest.flow_id}, true
    from flow_search_segments where viewer_corp_id = ${corpId}
    returning segment
  `.execute(tx);
  for (const { segment } of inserted.rows) {
    await insertFlows(tx, corpId, segment, flows);
    for (const each of postings) await insertPostings(tx, corpId, segment, each);
  }
}

async function insertFlows(
  tx: Tx,
  corpId: CorpId,
  segment: number,
  flows: readonly { readonly flow_id: FlowId }[],
): Promise<void> {
  const flowIds = flows.map(({ flow_id }) => flow_id);
  await sql`
    insert into flow_search_flows (viewer_corp_id, segment, chunk, flow_ids)
    select ${corpId}, ${segment}, (place - 1) / ${sql.lit(CHUNK_FLOWS)}, array_agg(flow_id order by place)
    from unnest(${flowIds}::bigint[]) with ordinality as listed (flow_id, place)
    group by (place - 1) / ${sql.lit(CHUNK_FLOWS)}
  `.execute(tx);
}

export async function insertPostings(
  tx: Tx,
  corpId: CorpId,
  segment: number,
  { field, sets }: Postings,
): Promise<void> {
  // In the order of the index, so that its pages are visited once.
  const grams = [...sets.keys()].sort();
  for (let from = 0; from < grams.length; from += ROWS_AT_ONCE) {
    const some = grams.slice(from, from + ROWS_AT_ONCE);
    const places = some.map((gram) => sets.get(gram) ?? Buffer.alloc(0));
    await sql`
      insert into flow_search_postings (viewer_corp_id, field, gram, segment, places)
      select ${corpId}, ${field}, gram, ${segment}, places
      from unnest(${some}::text[], ${places}::bytea[]) as posting (gram, places)
    `.execute(tx);
  }
}
