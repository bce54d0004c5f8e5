import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Check codes of print copies. Only their hashes are stored, since a code gives access to its contract. */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table check_codes (
        code_hash text primary key,
        corp_id bigint not null,
        flow_id bigint not null,
        created_at timestamptz not null,
        foreign key (corp_id, flow_id) references flows (corp_id, flow_id)
      )`.execute(db);
  },
};
