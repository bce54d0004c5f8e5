import { sql } from 'kysely';
import { addRemoved, type Removed } from '../../../database/remove-counted.js';
import type { Db } from '../../../database/schema.js';
import { isKeptLonger } from '../own-retention.js';

/** Rows looked at by one statement. */
const BATCH = 5000;

interface Batch {
  readonly corp: number;
  readonly removed: number;
  readonly last: number;
  /** Rows whose period by the platform has ended. */
  readonly old: number;
}

/**
 * Erases the personal data of entries made before the given time, except those of enterprises that keep them longer. Ids
 * follow the order in which entries were made, so that the oldest rows are read and no others.
 */
export async function removeOldPersonalData(db: Db, before: Date, now: Date): Promise<Removed> {
  const all: Removed[] = [];
  let after = 0;
  for (;;) {
    const { rows } = await sql<Batch>`
      with oldest as materialized (
        select personal.entry_id, entry.corp_id, entry.made_at < ${before} as old, ${isKeptLonger(now)} as kept
        from audit_personal_data personal join audit_entries entry on entry.entry_id = personal.entry_id
        where personal.entry_id > ${after} order by personal.entry_id limit ${BATCH}
      ), gone as (
        delete from audit_personal_data
        where entry_id in (select entry_id from oldest where old and not kept)
        returning entry_id
      )
      select coalesce(oldest.corp_id, 0) as corp, count(gone.entry_id)::int as removed,
        max(oldest.entry_id) as last, count(*) filter (where old)::int as old
      from oldest left join gone on gone.entry_id = oldest.entry_id group by 1
    `.execute(db);
    all.push(new Map(rows.flatMap(({ corp, removed }) => (removed === 0 ? [] : [[corp, removed] as const]))));
    after = Math.max(after, ...rows.map(({ last }) => last));
    if (rows.reduce((sum, { old }) => sum + old, 0) < BATCH) return addRemoved(...all);
  }
}
