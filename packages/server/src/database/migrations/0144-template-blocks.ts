import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Controls that a member keeps to put them on the pages of templates again. */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table template_blocks (
        corp_id bigint not null,
        user_id bigint not null,
        sealed bytea not null,
        primary key (corp_id, user_id),
        foreign key (corp_id, user_id) references members (corp_id, user_id)
      )
    `.execute(db);
  },
};
