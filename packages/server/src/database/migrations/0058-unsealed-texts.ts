import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/**
 * Indexes for finding texts that earlier versions left unencrypted, of which soon none remain; encrypting them requires
 * the master key.
 */
export const migration: Migration = {
  async up(db) {
    await sql`
      create index flows_unsealed on flows (corp_id, flow_id) where encrypted and sealed is null
    `.execute(db);
    await sql`create index stored_files_unsealed on stored_files (corp_id) where sealed is null`.execute(db);
  },
};
