import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/**
 * Handwriting pads: a phone on which a person writes for the page on their desktop. Each receives one picture and lasts
 * some minutes.
 */
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
