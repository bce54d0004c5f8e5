import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** The first master key, wrapped by the one that has replaced it; no row where none has. */
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
