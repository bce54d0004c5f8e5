import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Contracts that are being written, and saved views of the list: each for one member. */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table contract_drafts (
        corp_id bigint not null,
        user_id bigint not null,
        draft_key text not null,
        version integer not null,
        sealed bytea not null,
        updated_at timestamptz not null,
        primary key (corp_id, user_id, draft_key),
        foreign key (corp_id, user_id) references members (corp_id, user_id)
      )
    `.execute(db);
    await sql`
      create table contract_draft_files (
        corp_id bigint not null,
        user_id bigint not null,
        draft_key text not null,
        file_key text not null,
        primary key (corp_id, file_key, user_id, draft_key),
        foreign key (corp_id, user_id, draft_key)
          references contract_drafts (corp_id, user_id, draft_key) on delete cascade
      )
    `.execute(db);
    await sql`
      create index contract_draft_files_of_draft on contract_draft_files (corp_id, user_id, draft_key)
    `.execute(db);
    await sql`
      create table contract_views (
        corp_id bigint not null,
        user_id bigint not null,
        sealed bytea not null,
        primary key (corp_id, user_id),
        foreign key (corp_id, user_id) references members (corp_id, user_id)
      )
    `.execute(db);
  },
};
