import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Pads that somebody's phone writes on for the page on their desktop: one picture, within minutes. */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table handwriting_pads (
        token_hash text primary key,
        session_hash text not null unique references link_sessions on delete cascade,
        expire_time timestamptz not null,
        picture text
      )
    `.execute(db);
    await sql`create index handwriting_pads_age on handwriting_pads (expire_time)`.execute(db);
  },
};
