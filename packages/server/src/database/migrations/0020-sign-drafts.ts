import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Drafts of the sign page: marks placed and not signed yet, which survive a face check and a change of devices. */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table sign_drafts (
        corp_id bigint not null,
        flow_id bigint not null,
        participant_id bigint not null,
        user_id bigint not null references users (user_id),
        draft jsonb not null,
        updated_at timestamptz not null,
        primary key (corp_id, flow_id, participant_id, user_id),
        foreign key (corp_id, flow_id) references flows (corp_id, flow_id)
      )
    `.execute(db);
  },
};
