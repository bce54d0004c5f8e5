import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** How requests for certificates fare at authorities that are asked over the network. */
export const migration: Migration = {
  async up(db) {
    await sql`
      alter table certificate_requests
        add column is_renewal boolean not null default false,
        add column accepted_at timestamptz,
        add column next_attempt_at timestamptz,
        add column attempts integer not null default 0,
        add column problem text
    `.execute(db);
    await sql`
      create index certificate_requests_due on certificate_requests (next_attempt_at) where ended_at is null
    `.execute(db);
  },
};
