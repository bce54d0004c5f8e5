import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** By which provider an intent was proven, under which number there. */
export const migration: Migration = {
  async up(db) {
    await sql`alter table flow_intents add column proof jsonb`.execute(db);
  },
};
