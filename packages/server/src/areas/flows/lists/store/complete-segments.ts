import { sql } from 'kysely';
import type { Db } from '../../../../database/schema.js';
import { transact } from '../../../../database/transact.js';
import { SearchField } from '../rules/grams.js';
import { insertPostings, postingsOf } from './search-segments.js';

/** Adds the mobiles of signers to segments that an earlier version built without them. */
export async function completeSegments(db: Db, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const incomplete = await db
      .selectFrom('flow_search_segments')
      .select(['viewer_corp_id', 'segment'])
      .where('has_mobiles', '=', false)
      .orderBy('viewer_corp_id')
      .orderBy('segment')
      .limit(1)
      .executeTakeFirst();
    if (incomplete === undefined) return;
    const { viewer_corp_id: corpId, segment } = incomplete;
    const { rows } = await sql<{ mobiles: string }>`
      select coalesce(array_to_string(signer_mobiles, chr(31)), '') as mobiles
      from flow_search_flows listed
      cross join lateral unnest(flow_ids) with ordinality as flow (id, index)
      left join flow_inbox on flow_inbox.viewer_corp_id = ${corpId} and user_id = 0 and flow_inbox.flow_id = flow.id
      where listed.viewer_corp_id = ${corpId} and segment = ${segment}
      order by chunk, index
    `.execute(db);
    const postings = await postingsOf(
      SearchField.mobiles,
      rows.map(({ mobiles }) => mobiles),
    );
    await transact(db, async (tx) => {
      const completed = await tx
        .updateTable('flow_search_segments')
        .set({ has_mobiles: true })
        .where('viewer_corp_id', '=', corpId)
        .where('segment', '=', segment)
        .where('has_mobiles', '=', false)
        .executeTakeFirst();
      // Zero if another process was faster.
      if (completed.numUpdatedRows !== 0n) await insertPostings(tx, corpId, segment, postings);
    });
  }
}
