import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/**
 * Every search asks whether few enough flows await their addition to the index. The function that returns them copied
 * the texts of all of them to be counted, which took longer than many a search.
 */
export const migration: Migration = {
  async up(db) {
    await sql`
      create function flow_search_pending_count(corp_id bigint, max_rows bigint) returns bigint
      language sql stable set enable_seqscan = off as $$
        select count(*) from (
          select from flow_search_pending where viewer_corp_id = corp_id order by entry limit max_rows
        ) as pending
      $$
    `.execute(db);
  },
};
