import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/**
 * Enterprises that are closed, and what reopening restores: the former states of their members, applications and
 * webhooks.
 */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table corp_closures (
        corp_id bigint primary key references corps,
        closed_at timestamptz not null,
        remove_after timestamptz not null,
        former_status text not null,
        former_code text,
        removing_at timestamptz,
        removed_at timestamptz,
        removed jsonb not null default '{}'
      )
    `.execute(db);
    for (const table of ['members', 'applications', 'webhooks']) {
      await sql`alter table ${sql.table(table)} add column state_when_closed text`.execute(db);
    }
  },
};
