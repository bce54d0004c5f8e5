import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** The evidence says who has set the password that an act was confirmed with, and when; of earlier ones nobody knows. */
export const migration: Migration = {
  async up(db) {
    await sql`
      alter table members add column password_set_by text, add column password_set_at timestamptz
    `.execute(db);
  },
};
