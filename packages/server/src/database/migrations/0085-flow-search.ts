import { type Kysely, sql } from 'kysely';
import type { Migration } from '../migration.js';

/**
 * Text search in the lists of enterprises: an inverted index of short character sequences (grams). It is built in
 * segments by a job, because a GIN index on flow_inbox would be updated with every change of a flow's status, and can
 * neither return the newest matches first nor stop after enough of them.
 */
export const migration: Migration = {
  async up(db) {
    await tables(db);
    await triggers(db);
    // Creating the triggers has waited for all transactions without them, so the job that lists earlier flows misses none.
    await sql`insert into flow_search_backfill (viewer_corp_id, flow_id) values (0, 0)`.execute(db);
  },
};

const columns = sql`viewer_corp_id, flow_id, created_at, title, corps, names`;

/** As the lists compare them: in lower case, names separated by a character that no name contains. */
const texts = sql`
  viewer_corp_id, flow_id, created_at, folded_title,
  lower(array_to_string(signer_corps, chr(31))), lower(array_to_string(signer_names, chr(31)))
`;

async function tables(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table flow_search_pending (
      viewer_corp_id bigint not null,
      entry bigint generated always as identity,
      flow_id bigint not null,
      created_at timestamptz not null,
      title text not null,
      corps text not null,
      names text not null,
      primary key (viewer_corp_id, entry)
    )
  `.execute(db);
  // After many rows were deleted, PostgreSQL would scan the emptied pages instead of reading the few rows by the index.
  await sql`
    create function flow_search_oldest_pending(corp_id bigint, max_rows bigint) returns setof flow_search_pending
    language sql stable set enable_seqscan = off as $$
      select * from flow_search_pending where viewer_corp_id = corp_id order by entry limit max_rows
    $$
  `.execute(db);
  await sql`
    create table flow_search_backfill (viewer_corp_id bigint not null, flow_id bigint not null)
  `.execute(db);
  await sql`
    create table flow_search_segments (
      viewer_corp_id bigint not null,
      segment integer not null,
      newest_at timestamptz not null,
      newest_flow_id bigint not null,
      primary key (viewer_corp_id, segment)
    )
  `.execute(db);
  await sql`
    create index flow_search_segments_newest
    on flow_search_segments (viewer_corp_id, newest_at desc, newest_flow_id desc) include (segment)
  `.execute(db);
  await sql`
    create table flow_search_flows (
      viewer_corp_id bigint not null,
      segment integer not null,
      chunk smallint not null,
      flow_ids bigint[] not null,
      primary key (viewer_corp_id, segment, chunk)
    )
  `.execute(db);
  await sql`
    create table flow_search_postings (
      viewer_corp_id bigint not null,
      field smallint not null,
      gram text collate "C" not null,
      segment integer not null,
      places bytea not null,
      primary key (viewer_corp_id, field, gram, segment)
    )
  `.execute(db);
}

async function triggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function list_for_search() returns trigger language plpgsql as $$
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
  await sql`
    create trigger flow_inbox_search_added after insert on flow_inbox
    referencing new table as added for each statement execute function list_for_search()
  `.execute(db);
  await sql`
    create trigger flow_inbox_search_changed after update on flow_inbox
    referencing new table as added old table as removed for each statement execute function list_for_search()
  `.execute(db);
}
