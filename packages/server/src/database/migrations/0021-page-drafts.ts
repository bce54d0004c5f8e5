import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Drafts of pages: input not submitted yet, available on the person's other devices. */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table page_drafts (
        corp_id bigint not null,
        flow_id bigint not null,
        participant_id bigint not null,
        user_id bigint not null references users (user_id),
        draft_values jsonb not null,
        updated_at timestamptz not null,
        primary key (corp_id, flow_id, participant_id, user_id),
        foreign key (corp_id, flow_id) references flows (corp_id, flow_id)
      )
    `.execute(db);
  },
};
