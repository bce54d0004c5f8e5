import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Logos of enterprises. Whoever has the key of one may see it; a new logo has another key. */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table corp_logos (
        corp_id bigint primary key,
        hash text not null,
        logo_key text not null unique,
        width integer not null check (width > 0),
        height integer not null check (height > 0),
        saved_at timestamptz not null
      )
    `.execute(db);
  },
};
