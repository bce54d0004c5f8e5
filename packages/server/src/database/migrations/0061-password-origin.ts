import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/**
 * The evidence records who set the password that confirmed an act, and when; for existing passwords this is unknown.
 */
export const migration: Migration = {
  async up(db) {
    await sql`
      alter table members add column password_set_by text, add column password_set_at timestamptz
    `.execute(db);
  },
};
