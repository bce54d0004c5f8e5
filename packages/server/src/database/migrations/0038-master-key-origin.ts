import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** The first master key, wrapped by the one that replaced it; empty if it was never replaced. */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table master_key_origin (
        one boolean primary key default true check (one),
        master_key_id text not null,
        wrapped bytea not null,
        replaced_at timestamptz not null
      )
    `.execute(db);
  },
};
