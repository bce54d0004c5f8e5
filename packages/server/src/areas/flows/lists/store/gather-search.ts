/**
 * The search index of an enterprise's flows. A trigger lists new and changed flows in flow_search_pending, in the
 * transaction of the flow; a job adds them to the index in segments. Until then they are searched one by one. Segments
 * never change: a flow whose texts have changed is added again, and searches examine each flow found.
 *
 * The titles of encrypted flows are not stored in flow_inbox in plain text, so they are not in the index either.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../../database/schema.js';
import { transact } from '../../../../database/transact.js';
import type { CorpId } from '../../../../operation/context.js';
import { gramsOf, SearchField } from '../rules/grams.js';
import { encodePlaces, SEGMENT_FLOWS } from '../rules/postings.js';

/** Flows of which the grams are computed before the event loop is yielded. */
const FLOWS_AT_ONCE = 128;

/** Rows of an insert. */
const ROWS_AT_ONCE = 2000;

/** Flow ids in a row of flow_search_flows: a longer row would be stored out of line. */
export const CHUNK_FLOWS = 128;

/** Adds pending flows to the index of every enterprise that has enough of them. */
export async function gatherSearch(db: Db, signal: AbortSignal, enough = SEGMENT_FLOWS): Promise<void> {
  for (;;) {
    const isListing = await listEarlierFlows(db);
    const corps = await db
      .selectFrom('flow_search_pending')
      .select('viewer_corp_id')
      .groupBy('viewer_corp_id')
      .having((having) => having(having.fn.countAll(), '>=', enough))
      .execute();
    if (corps.length === 0 && !isListing) return;
    for (const { viewer_corp_id } of corps) {
      signal.throwIfAborted();
      await gatherSegment(db, viewer_corp_id);
    }
  }
}

/** Flows of earlier versions that are listed at a time. */
const LISTED_AT_ONCE = 4 * SEGMENT_FLOWS;

/**
 * Lists flows of earlier versions for addition, enterprise by enterprise. The migration does not, because it would keep
 * everyone from committing meanwhile.
 * @returns whether there may be more
 */
function listEarlierFlows(db: Db): Promise<boolean> {
  return transact(db, async (tx) => {
    const last = await tx.selectFrom('flow_search_backfill').selectAll().forUpdate().executeTakeFirst();
    if (last === undefined) return false;
    const listed = await sql<{ flow_id: number }>`
      insert into flow_search_pending (viewer_corp_id, flow_id, created_at, title, corps, names)
      select viewer_corp_id, flow_id, created_at, folded_title,
        lower(array_to_string(signer_corps, chr(31))), lower(array_to_string(signer_names, chr(31)))
      from flow_inbox
      where viewer_corp_id = ${last.viewer_corp_id} and user_id = 0 and flow_id > ${last.flow_id}
      order by flow_id
      limit ${LISTED_AT_ONCE}
      returning flow_id
    `.execute(tx);
    if (listed.rows.length === LISTED_AT_ONCE) {
      const flowId = Math.max(...listed.rows.map(({ flow_id }) => flow_id));
      await tx.updateTable('flow_search_backfill').set({ flow_id: flowId }).execute();
      return true;
    }
    const next = await tx
      .selectFrom('flow_inbox')
      .select('viewer_corp_id')
      .where('viewer_corp_id', '>', last.viewer_corp_id)
      .orderBy('viewer_corp_id')
      .limit(1)
      .executeTakeFirst();
    if (next === undefined) {
      await tx.deleteFrom('flow_search_backfill').execute();
      return false;
    }
    await tx
      .updateTable('flow_search_backfill')
      .set({ viewer_corp_id: next.viewer_corp_id, flow_id: 0 })
      .execute();
    return true;
  });
}

interface PendingFlow {
  readonly entry: number;
  readonly flow_id: FlowId;
  /** Seconds since 1970: a Date would lose the microseconds. */
  readonly at: number;
  readonly title: string;
  readonly corps: string;
  readonly names: string;
}

async function gatherSegment(db: Db, corpId: CorpId): Promise<void> {
  const { rows } = await sql<PendingFlow>`
    select entry, flow_id, extract(epoch from created_at)::float8 as at, title, corps, names
    from flow_search_oldest_pending(${corpId}, ${SEGMENT_FLOWS})
    order by created_at desc, flow_id desc
  `.execute(db);
  const postings = await postingsOf(rows);
  await transact(db, async (tx) => {
    // Exactly these: entries with lower numbers may have been committed meanwhile.
    const entries = rows.map(({ entry }) => entry);
    const { numAffectedRows } = await sql`
      delete from flow_search_pending where viewer_corp_id = ${corpId} and entry = any(${entries}::bigint[])
    `.execute(tx);
    // Zero if another process was faster. A flow that is in two segments is found once.
    if (numAffectedRows !== 0n) await insertSegment(tx, corpId, rows, postings);
  });
}

interface Postings {
  readonly field: SearchField;
  /** Ascending places of the flows that contain the gram. */
  readonly places: ReadonlyMap<string, readonly number[]>;
}

async function postingsOf(flows: readonly PendingFlow[]): Promise<readonly Postings[]> {
  const postings: Postings[] = [];
  for (const field of Object.values(SearchField)) {
    const places = new Map<string, number[]>();
    for (const [place, flow] of flows.entries()) {
      if (place % FLOWS_AT_ONCE === 0) await nextTurn();
      for (const gram of gramsOf(textOf(flow, field))) {
        const known = places.get(gram);
        if (known === undefined) places.set(gram, [place]);
        else known.push(place);
      }
    }
    postings.push({ field, places });
  }
  return postings;
}

function textOf({ title, corps, names }: PendingFlow, field: SearchField): string {
  switch (field) {
    case SearchField.title:
      return title;
    case SearchField.corps:
      return corps;
    case SearchField.names:
      return names;
  }
}

async function insertSegment(
  tx: Tx,
  corpId: CorpId,
  flows: readonly PendingFlow[],
  postings: readonly Postings[],
): Promise<void> {
  const [newest] = flows;
  if (newest === undefined) return;
  const inserted = await sql<{ segment: number }>`
    insert into flow_search_segments (viewer_corp_id, segment, newest_at, newest_flow_id)
    select ${corpId}, coalesce(max(segment), 0) + 1, to_timestamp(${newest.at}), ${newest.flow_id}
    from flow_search_segments where viewer_corp_id = ${corpId}
    returning segment
  `.execute(tx);
  for (const { segment } of inserted.rows) {
    await insertFlows(tx, corpId, segment, flows);
    for (const { field, places } of postings) await insertPostings(tx, corpId, segment, field, places);
  }
}

async function insertFlows(
  tx: Tx,
  corpId: CorpId,
  segment: number,
  flows: readonly PendingFlow[],
): Promise<void> {
  const flowIds = flows.map(({ flow_id }) => flow_id);
  await sql`
    insert into flow_search_flows (viewer_corp_id, segment, chunk, flow_ids)
    select ${corpId}, ${segment}, (place - 1) / ${sql.lit(CHUNK_FLOWS)}, array_agg(flow_id order by place)
    from unnest(${flowIds}::bigint[]) with ordinality as listed (flow_id, place)
    group by (place - 1) / ${sql.lit(CHUNK_FLOWS)}
  `.execute(tx);
}

async function insertPostings(
  tx: Tx,
  corpId: CorpId,
  segment: number,
  field: SearchField,
  postings: Postings['places'],
): Promise<void> {
  // In the order of the index, so that its pages are visited once.
  const grams = [...postings.keys()].sort();
  for (let from = 0; from < grams.length; from += ROWS_AT_ONCE) {
    const some = grams.slice(from, from + ROWS_AT_ONCE);
    const places = some.map((gram) => encodePlaces(postings.get(gram) ?? []));
    await sql`
      insert into flow_search_postings (viewer_corp_id, field, gram, segment, places)
      select ${corpId}, ${field}, gram, ${segment}, places
      from unnest(${some}::text[], ${places}::bytea[]) as posting (gram, places)
    `.execute(tx);
  }
}
