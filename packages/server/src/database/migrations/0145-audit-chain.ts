import { type Kysely, sql } from 'kysely';
import type { Migration } from '../migration.js';

/**
 * Chains the entries of the audit. Links are made by a job, so that no act waits for the end of a chain; until then a
 * trigger lists the entry, whichever version of the service wrote it. Personal data are bound by a salted digest, so that
 * they can be erased without breaking the chain. Lists find their entries by time, with each filter.
 */
export const migration: Migration = {
  async up(db) {
    await tables(db);
    await triggers(db);
    await indexes(db);
    await sql`insert into audit_unchained select entry_id from audit_entries`.execute(db);
  },
};

async function tables(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table audit_personal_data add column salt bytea not null default uuid_send(gen_random_uuid())
  `.execute(db);
  await sql`create table audit_unchained (entry_id bigint primary key)`.execute(db);
  await sql`
    create table audit_links (
      chain bigint not null,
      sequence bigint not null,
      entry_id bigint not null unique references audit_entries,
      personal text not null,
      hash text not null,
      primary key (chain, sequence)
    )
  `.execute(db);
  await sql`
    create table audit_chains (
      chain bigint primary key,
      entries bigint not null,
      head text,
      seal text,
      checked_to bigint not null default 0,
      broken_at bigint,
      checked_at timestamptz
    )
  `.execute(db);
}

async function triggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function list_unchained_entry() returns trigger language plpgsql as $$
    begin
      insert into audit_unchained (entry_id) values (new.entry_id);
      return null;
    end $$
  `.execute(db);
  await sql`
    create trigger audit_entries_unchained after insert on audit_entries
      for each row execute function list_unchained_entry()
  `.execute(db);
  await sql`
    create trigger audit_links_append_only before update or delete on audit_links
      for each row execute function refuse_to_rewrite()
  `.execute(db);
  await sql`
    create trigger audit_links_no_truncate before truncate on audit_links
      for each statement execute function refuse_to_rewrite()
  `.execute(db);
}

async function indexes(db: Kysely<unknown>): Promise<void> {
  for (const [name, columns] of [
    ['audit_entries_by_time', 'corp_id, made_at, entry_id'],
    ['audit_entries_by_person', 'corp_id, user_id, made_at, entry_id'],
    ['audit_entries_by_act', 'corp_id, act, made_at, entry_id'],
    ['audit_entries_by_source', 'corp_id, source, made_at, entry_id'],
    ['audit_entries_by_request', 'request_id'],
  ] as const) {
    await sql.raw(`create index ${name} on audit_entries (${columns})`).execute(db);
  }
}
