import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Sessions of the console, and the browsers in which a person has logged in before. */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table console_sessions (
        session_id bigint primary key,
        session_hash text not null unique,
        user_id bigint not null references users (user_id),
        method text not null,
        is_strong boolean not null,
        proven_at timestamptz,
        corp_id bigint,
        link_id bigint references link_grants (link_id) on delete cascade,
        address text not null,
        device text,
        created_at timestamptz not null,
        last_used_at timestamptz not null,
        expire_time timestamptz not null
      )
    `.execute(db);
    await sql`create index console_sessions_of_user on console_sessions (user_id)`.execute(db);
    await sql`create index console_sessions_age on console_sessions (expire_time)`.execute(db);
    await sql`
      create index console_sessions_of_link on console_sessions (link_id) where link_id is not null
    `.execute(db);
    await sql`
      create table login_devices (
        user_id bigint not null references users (user_id),
        device_hash text not null,
        first_used_at timestamptz not null,
        last_used_at timestamptz not null,
        primary key (user_id, device_hash)
      )
    `.execute(db);
    await sql`create index login_devices_age on login_devices (last_used_at)`.execute(db);
  },
};
