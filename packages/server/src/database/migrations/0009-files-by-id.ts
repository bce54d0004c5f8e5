import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Looks up files by id, without their flow. */
export const migration: Migration = {
  async up(db) {
    await sql`create unique index flow_files_by_id on flow_files (file_id)`.execute(db);
  },
};
