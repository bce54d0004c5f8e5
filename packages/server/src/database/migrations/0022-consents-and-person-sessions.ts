import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Consents to agreements, and sessions in which persons access all of their contracts. */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table consents (
        user_id bigint not null references users (user_id),
        agreement text not null,
        version text not null,
        text_hash text not null,
        corp_id bigint not null,
        flow_id bigint not null,
        accepted_at timestamptz not null,
        address text not null,
        device text,
        primary key (user_id, agreement, version, text_hash, corp_id, flow_id)
      )
    `.execute(db);
    await sql`
      create table person_sessions (
        session_hash text primary key,
        user_id bigint not null references users (user_id),
        created_at timestamptz not null,
        expire_time timestamptz not null
      )
    `.execute(db);
    await sql`create index person_sessions_age on person_sessions (expire_time)`.execute(db);
    // Parts of unregistered enterprises are in no enterprise's inbox, but in those of their persons.
    await sql`
      create index flow_participants_without_corp on flow_participants (psn_id)
        where type = 'enterprise' and participant_corp_id is null
    `.execute(db);
  },
};
