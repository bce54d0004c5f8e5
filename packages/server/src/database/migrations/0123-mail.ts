import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Mail addresses of persons as enterprises have given them, and which messages have been sent. */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table mail_addresses (
        corp_id bigint not null,
        user_id bigint not null,
        flow_id bigint not null,
        address bytea not null,
        language text not null check (language in ('zh', 'en')),
        saved_at timestamptz not null,
        failed_at timestamptz,
        primary key (corp_id, user_id, flow_id)
      )
    `.execute(db);
    await sql`
      create table mails (
        message_key text primary key,
        state text not null check (state in ('waiting', 'sending', 'sent', 'failed', 'unknown')),
        changed_at timestamptz not null
      )
    `.execute(db);
    await sql`create index mails_changed on mails (changed_at)`.execute(db);
  },
};
