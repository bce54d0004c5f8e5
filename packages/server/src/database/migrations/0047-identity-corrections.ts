import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Corrections of proven names by the operator, with reasons; append-only. */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table identity_corrections (
        correction_id bigint primary key,
        user_id bigint not null references users (user_id),
        former_name text not null,
        real_name text not null,
        reason text not null,
        corrected_at timestamptz not null
      )
    `.execute(db);
    await sql`create index identity_corrections_of_user on identity_corrections (user_id)`.execute(db);
    await sql`
      create trigger identity_corrections_append_only before update or delete on identity_corrections
        for each row execute function refuse_to_rewrite()
    `.execute(db);
  },
};
