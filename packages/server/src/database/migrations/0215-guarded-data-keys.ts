import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** The key of a token by which a data key is encrypted before the master key wraps it. */
export const migration: Migration = {
  async up(db) {
    await sql`alter table data_keys add column guard_key text`.execute(db);
  },
};
