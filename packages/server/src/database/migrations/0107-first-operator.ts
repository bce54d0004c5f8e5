import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** The operators of the platform, and the code by which the first one introduces themselves. */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table platform_operators (
        user_id bigint primary key references users (user_id),
        name text not null,
        created_at timestamptz not null
      )
    `.execute(db);
    await sql`
      create table setup_codes (
        is_only boolean primary key default true check (is_only),
        sealed_code bytea not null,
        tries integer not null default 0,
        made_at timestamptz not null
      )
    `.execute(db);
  },
};
