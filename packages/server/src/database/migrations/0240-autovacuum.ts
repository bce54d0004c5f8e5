import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/**
 * Tables whose rows are kept for days or years and then removed from the oldest on, and the counts, which are merged all
 * the time. By default PostgreSQL waits until a fifth of a table is dead: of these that would be days' work, and each
 * removal meanwhile passes the index entries of all rows that were removed since. docs/scale.md has the reason for each.
 */
const TABLES = [
  'outbox',
  'webhook_messages',
  'webhook_deliveries',
  'sms_messages',
  'mails',
  'link_grants',
  'link_sessions',
  'audit_personal_data',
  'flow_inbox_counts',
] as const;

export const migration: Migration = {
  async up(db) {
    for (const table of TABLES) {
      await sql`alter table ${sql.table(table)} set (autovacuum_vacuum_scale_factor = 0.02)`.execute(db);
    }
  },
};
