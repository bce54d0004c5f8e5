import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Reports of what was removed when its period had ended. */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table retention_removals (
        removed_at timestamptz not null,
        kind text not null,
        corp_id bigint not null,
        rows integer not null check (rows > 0),
        primary key (removed_at, kind, corp_id)
      )
    `.execute(db);
    await sql`create index retention_removals_of_corp on retention_removals (corp_id, removed_at)`.execute(
      db,
    );
  },
};
