import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** From where an application got a token, so that an allow-list that would shut it out is noticed. */
export const migration: Migration = {
  async up(db) {
    await sql`alter table access_tokens add column address text`.execute(db);
  },
};
