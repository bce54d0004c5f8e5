import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/**
 * Lists look up a code among the rows of a viewer. Where the viewer was not first in the index, PostgreSQL 18 read all of
 * it for viewers whom it took to have few rows.
 */
export const migration: Migration = {
  async up(db) {
    await sql`create index flow_inbox_by_code on flow_inbox (viewer_corp_id, user_id, flow_code)`.execute(db);
    await sql`drop index flow_inbox_code`.execute(db);
  },
};
