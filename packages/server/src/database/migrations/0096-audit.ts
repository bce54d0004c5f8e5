import { type Kysely, sql } from 'kysely';
import type { Migration } from '../migration.js';

/**
 * Acts that the history of no flow records. Entries are append-only and identify persons by id only; names and other
 * personal data are in a row of their own, which may be erased while the entry remains.
 */
export const migration: Migration = {
  async up(db) {
    await tables(db);
    await triggers(db);
  },
};

async function tables(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_entries (
      entry_id bigint generated always as identity primary key,
      corp_id bigint,
      user_id bigint,
      app_id text,
      subject_user_id bigint,
      act text not null,
      object_kind text,
      object_id bigint,
      before jsonb,
      after jsonb,
      source text not null check (source in ('console', 'interface', 'link', 'platform', 'commandLine')),
      request_id text,
      made_at timestamptz not null,
      check ((object_kind is null) = (object_id is null))
    )
  `.execute(db);
  await sql`create index audit_entries_of_corp on audit_entries (corp_id, entry_id)`.execute(db);
  await sql`
    create index audit_entries_of_object on audit_entries (corp_id, object_kind, object_id, made_at)
  `.execute(db);
  await sql`
    create table audit_personal_data (
      entry_id bigint primary key references audit_entries (entry_id),
      address text,
      device text,
      texts jsonb not null
    )
  `.execute(db);
}

async function triggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger audit_entries_append_only before update or delete on audit_entries
      for each row execute function refuse_to_rewrite()
  `.execute(db);
  // Row triggers do not fire for TRUNCATE.
  await sql`
    create trigger audit_entries_no_truncate before truncate on audit_entries
      for each statement execute function refuse_to_rewrite()
  `.execute(db);
  await sql`
    create trigger audit_personal_data_unchanged before update on audit_personal_data
      for each row execute function refuse_to_rewrite()
  `.execute(db);
}
