import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Sessions of the platform's operators, apart from those of members. They end with the operator. */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table platform_sessions (
        session_hash text primary key,
        user_id bigint not null references platform_operators (user_id) on delete cascade,
        created_at timestamptz not null,
        last_used_at timestamptz not null,
        expire_time timestamptz not null
      )
    `.execute(db);
    await sql`create index platform_sessions_of_user on platform_sessions (user_id)`.execute(db);
    await sql`create index platform_sessions_age on platform_sessions (expire_time)`.execute(db);
  },
};
