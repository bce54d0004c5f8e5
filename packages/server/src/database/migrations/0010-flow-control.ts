import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Deletion of flow records, batches of flows, and an index for reminders. */
export const migration: Migration = {
  async up(db) {
    await sql`alter table flows add column deleted_at timestamptz, add column batch_id bigint`.execute(db);
    await sql`alter table flow_inbox add column batch_id bigint`.execute(db);
  },
};
