import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** The sweep finds deliveries past their retention by an index: until now each run read the whole table. */
export const migration: Migration = {
  async up(db) {
    await sql`
      create index webhook_deliveries_age on webhook_deliveries (created_at) where status <> 'pending'`.execute(
      db,
    );
  },
};
