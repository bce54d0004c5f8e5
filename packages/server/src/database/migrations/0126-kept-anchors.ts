import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** The text by which a control of a template is placed, and the distance from it, px. */
export const migration: Migration = {
  async up(db) {
    await sql`
      alter table template_components
        add column keyword text,
        add column keyword_index integer,
        add column offset_x double precision,
        add column offset_y double precision
    `.execute(db);
  },
};
