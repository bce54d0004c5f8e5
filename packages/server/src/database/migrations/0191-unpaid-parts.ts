import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** What an enterprise is still owed for its contracts is a small part of them. */
export const migration: Migration = {
  async up(db) {
    await sql`
      create index flow_participants_unpaid on flow_participants (corp_id, flow_id)
        where payee_amount_fen is not null and not payee_paid
    `.execute(db);
  },
};
