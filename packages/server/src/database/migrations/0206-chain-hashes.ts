import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** By which hash a link of the audit was made: those of every earlier version by SHA-256. Events of flows say it themselves. */
export const migration: Migration = {
  async up(db) {
    await sql`
      alter table audit_links
        add column hashed_by text not null default 'sha256' check (hashed_by in ('sha256', 'sm3'))
    `.execute(db);
  },
};
