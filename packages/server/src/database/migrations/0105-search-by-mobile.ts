import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/**
 * The search index finds flows by the mobile of a signer, too. The GIN index that did so was updated with every change of
 * a flow, and PostgreSQL rather read a long list in its order.
 */
export const migration: Migration = {
  async up(db) {
    // Null in rows that an earlier version lists, or that were listed before: read when they are added to the index.
    await sql`alter table flow_search_pending add column mobiles text`.execute(db);
    // False for segments that an earlier version builds.
    await sql`
      alter table flow_search_segments add column has_mobiles boolean not null default false
    `.execute(db);
    await sql`
      create index flow_search_segments_incomplete on flow_search_segments (viewer_corp_id, segment)
      where not has_mobiles
    `.execute(db);
    await sql`
      create or replace function list_for_search() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          insert into flow_search_pending (${columns})
          select ${texts} from added where viewer_corp_id <> 0 and user_id = 0;
        else
          insert into flow_search_pending (${columns})
          select ${texts} from added where viewer_corp_id <> 0 and user_id = 0
          except
          select ${texts} from removed;
        end if;
        return null;
      end $$
    `.execute(db);
    await sql`drop index flow_inbox_mobiles`.execute(db);
  },
};

const columns = sql`viewer_corp_id, flow_id, created_at, title, corps, names, mobiles`;

const texts = sql`
  viewer_corp_id, flow_id, created_at, folded_title,
  lower(array_to_string(signer_corps, chr(31))), lower(array_to_string(signer_names, chr(31))),
  array_to_string(signer_mobiles, chr(31))
`;
