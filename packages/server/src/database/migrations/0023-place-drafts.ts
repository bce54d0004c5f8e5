import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Marks that initiators have placed on draft contracts and not sent yet, available on their other devices. */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table place_drafts (
        corp_id bigint not null,
        flow_id bigint not null,
        draft jsonb not null,
        updated_at timestamptz not null,
        primary key (corp_id, flow_id),
        foreign key (corp_id, flow_id) references flows (corp_id, flow_id)
      )
    `.execute(db);
  },
};
