import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Templates that are being designed, and what templates were before they changed. */
export const migration: Migration = {
  async up(db) {
    await sql`
      alter table templates
        add column version integer not null default 1,
        add column version_note text not null default '',
        add column version_at timestamptz,
        add column version_by bigint,
        add column version_name text
    `.execute(db);
    await sql`
      create table template_versions (
        corp_id bigint not null,
        template_id bigint not null,
        version integer not null,
        made_at timestamptz not null,
        user_id bigint not null,
        user_name text not null,
        note text not null,
        sealed bytea not null,
        primary key (corp_id, template_id, version),
        foreign key (corp_id, template_id) references templates (corp_id, template_id)
      )
    `.execute(db);
    await sql`
      create table template_version_files (
        corp_id bigint not null,
        template_id bigint not null,
        version integer not null,
        file_key text not null,
        primary key (corp_id, file_key, template_id, version),
        foreign key (corp_id, template_id, version)
          references template_versions (corp_id, template_id, version) on delete cascade
      )
    `.execute(db);
    await sql`
      create table template_drafts (
        corp_id bigint not null,
        draft_id text not null,
        template_id bigint,
        template_name text not null,
        version integer not null,
        sealed bytea not null,
        based_on timestamptz,
        user_id bigint not null,
        user_name text not null,
        updated_at timestamptz not null,
        primary key (corp_id, draft_id),
        foreign key (corp_id, template_id) references templates (corp_id, template_id)
      )
    `.execute(db);
    await sql`
      create unique index template_drafts_of_template on template_drafts (corp_id, template_id)
    `.execute(db);
    await sql`
      create table template_draft_files (
        corp_id bigint not null,
        draft_id text not null,
        file_key text not null,
        primary key (corp_id, file_key, draft_id),
        foreign key (corp_id, draft_id) references template_drafts (corp_id, draft_id) on delete cascade
      )
    `.execute(db);
    await sql`
      create index template_draft_files_of_draft on template_draft_files (corp_id, draft_id)
    `.execute(db);
    await sql`
      create index template_version_files_of_version
      on template_version_files (corp_id, template_id, version)
    `.execute(db);
  },
};
