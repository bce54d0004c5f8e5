import { sql } from 'kysely';
import { addRemoved, type Removed } from '../../../database/remove-counted.js';
import type { Db } from '../../../database/schema.js';

/** Rows deleted by one statement. */
const BATCH = 5000;

/**
 * Erases the personal data of entries made before the given time. Ids follow the order in which entries were made, so
 * that the oldest rows are read and no others.
 */
export async function removeOldPersonalData(db: Db, before: Date): Promise<Removed> {
  const all: Removed[] = [];
  let count: number;
  do {
    const { rows } = await sql<{ readonly corp: number; readonly removed: number }>`
      with oldest as (
        select personal.entry_id, entry.corp_id, entry.made_at
        from audit_personal_data personal join audit_entries entry on entry.entry_id = personal.entry_id
        order by personal.entry_id limit ${BATCH}
      ), gone as (
        delete from audit_personal_data
        where entry_id in (select entry_id from oldest where made_at < ${before})
        returning entry_id
      )
      select coalesce(oldest.corp_id, 0) as corp, count(*)::int as removed
      from oldest join gone on gone.entry_id = oldest.entry_id group by 1
    `.execute(db);
    all.push(new Map(rows.map(({ corp, removed }) => [corp, removed])));
    count = rows.reduce((sum, { removed }) => sum + removed, 0);
  } while (count === BATCH);
  return addRemoved(...all);
}
