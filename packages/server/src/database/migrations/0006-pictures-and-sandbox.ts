import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Pictures of pages, and text messages of the sandbox. */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table page_pictures (
        corp_id bigint not null,
        document_hash text not null,
        page integer not null check (page > 0),
        width integer not null check (width > 0),
        picture_hash text not null,
        created_at timestamptz not null,
        primary key (corp_id, document_hash, page, width)
      )
    `.execute(db);

    await sql`
      create table sandbox_messages (
        id bigint generated always as identity primary key,
        idempotency_key text not null unique,
        mobile text not null,
        sms_type text not null,
        code text,
        text text not null,
        time timestamptz not null
      )
    `.execute(db);
    await sql`create index sandbox_messages_by_mobile on sandbox_messages (mobile, id)`.execute(db);
  },
};
