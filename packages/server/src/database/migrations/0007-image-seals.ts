import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Pictures from which seals are made. */
export const migration: Migration = {
  async up(db) {
    // Deleting an upload also deletes the seal that could still be made from it.
    await sql`
      create table seal_uploads (
        corp_id bigint not null,
        file_key text not null,
        user_id bigint not null,
        created_at timestamptz not null,
        seal_id bigint,
        primary key (corp_id, file_key),
        foreign key (corp_id, file_key) references stored_files on delete cascade,
        foreign key (corp_id, seal_id) references seals
      )`.execute(db);
    await sql`
      create index seal_uploads_newest on seal_uploads (corp_id, user_id, created_at desc, file_key desc)`.execute(
      db,
    );
  },
};
