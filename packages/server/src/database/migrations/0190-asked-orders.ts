import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** When a request last had the provider asked about an unpaid order, which limits how often requests do so. */
export const migration: Migration = {
  async up(db) {
    await sql`alter table pay_orders add column asked_at timestamptz`.execute(db);
  },
};
