import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Indexes for finding unused uploads, and foreign keys that protect used ones. */
export const migration: Migration = {
  async up(db) {
    await sql`alter table stored_files add column kept_from timestamptz`.execute(db);
    await sql`update stored_files set kept_from = created_at`.execute(db);
    await sql`alter table stored_files alter column kept_from set not null`.execute(db);
    await sql`create index stored_files_by_age on stored_files (kind, kept_from)`.execute(db);

    // A flow refers to the uploads from which it was made, as a template does.
    await sql`alter table flow_files add foreign key (corp_id, file_key) references stored_files`.execute(db);
    await sql`alter table flow_attachments add foreign key (corp_id, file_key) references stored_files`.execute(
      db,
    );
    await sql`create index flow_files_by_key on flow_files (corp_id, file_key)`.execute(db);
    await sql`create index flow_attachments_by_key on flow_attachments (corp_id, file_key)`.execute(db);
    // The value of an image control is the key of a stored picture.
    for (const table of ['template_components', 'flow_components']) {
      await sql`
        create index ${sql.id(`${table}_by_picture`)} on ${sql.table(table)} (corp_id, value)
          where component_type = 103`.execute(db);
    }

    // Indexes on every column that refers to a blob by hash, so that checking for references is cheap.
    await sql`create index flow_files_by_base_hash on flow_files (corp_id, base_hash)`.execute(db);
    await sql`create index flow_revisions_by_hash on flow_revisions (corp_id, hash)`.execute(db);
    await sql`create index seals_by_drawing_hash on seals (corp_id, drawing_hash)`.execute(db);
    await sql`create index seals_by_image_hash on seals (corp_id, image_hash)`.execute(db);
    await sql`create index page_pictures_by_picture_hash on page_pictures (corp_id, picture_hash)`.execute(
      db,
    );
  },
};
