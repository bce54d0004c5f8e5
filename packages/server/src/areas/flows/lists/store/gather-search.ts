/**
 * The search index of an enterprise's flows. A trigger lists new and changed flows in flow_search_pending, in the
 * transaction of the flow; a job adds them to the index in segments. Until then they are searched one by one. Segments
 * never change: a flow whose texts have changed is added again, and searches examine each flow found.
 *
 * The titles of encrypted flows are not stored in flow_inbox in plain text, so they are not in the index either.
 */
import { sql } from 'kysely';
import type { Db } from '../../../../database/schema.js';
import { transact } from '../../../../database/transact.js';
import type { CorpId } from '../../../../operation/context.js';
import { SearchField, textColumns } from '../rules/grams.js';
import { SEGMENT_FLOWS } from '../rules/postings.js';
import { completeSegments } from './complete-segments.js';
import type { Position } from './newest-places.js';
import { insertSegment, type Postings, postingsOf } from './search-segments.js';

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
    if (corps.length === 0 && !isListing) break;
    for (const { viewer_corp_id } of corps) {
      // Counting millions again after each segment would take longer than the segment.
      let added: number;
      do {
        signal.throwIfAborted();
        added = await gatherSegment(db, viewer_corp_id, enough);
      } while (added === SEGMENT_FLOWS);
    }
  }
  await completeSegments(db, signal);
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

interface PendingFlow extends Position {
  readonly entry: number;
  readonly title: string;
  readonly corps: string;
  readonly names: string;
  readonly mobiles: string;
}

/** @returns how many pending flows there were, up to the size of a segment; fewer than `enough` are left */
async function gatherSegment(db: Db, corpId: CorpId, enough: number): Promise<number> {
  const { rows } = await sql<PendingFlow>`
    select entry, flow_id, extract(epoch from created_at)::float8 as at, title, corps, names,
      coalesce(
        mobiles,
        (
          select array_to_string(signer_mobiles, chr(31)) from flow_inbox
          where viewer_corp_id = ${corpId} and user_id = 0 and flow_inbox.flow_id = pending.flow_id
        ),
        ''
      ) as mobiles
    from flow_search_oldest_pending(${corpId}, ${SEGMENT_FLOWS}) as pending
    order by created_at desc, flow_id desc
  `.execute(db);
  if (rows.length < enough) return rows.length;
  const postings: Postings[] = [];
  for (const field of Object.values(SearchField)) {
    const column = textColumns[field];
    postings.push(
      await postingsOf(
        field,
        rows.map((flow) => flow[column]),
      ),
    );
  }
  await transact(db, async (tx) => {
    // Exactly these: entries with lower numbers may have been committed meanwhile.
    const entries = rows.map(({ entry }) => entry);
    const { numAffectedRows } = await sql`
      delete from flow_search_pending where viewer_corp_id = ${corpId} and entry = any(${entries}::bigint[])
    `.execute(tx);
    // Zero if another process was faster. A flow that is in two segments is found once.
    if (numAffectedRows !== 0n) await insertSegment(tx, corpId, rows, postings);
  });
  return rows.length;
}
