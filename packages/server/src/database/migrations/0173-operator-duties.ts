import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Operators have duties, all of them by default; and what they and commands have done is read in order. */
export const migration: Migration = {
  async up(db) {
    await sql`
      alter table platform_operators
        add column duties text[] not null default '{system,security,audit}'
        check (duties <@ '{system,security,audit}' and cardinality(duties) > 0)
    `.execute(db);
    await sql`
      create index audit_entries_of_platform on audit_entries (made_at desc, entry_id desc)
        where source in ('platform', 'commandLine')
    `.execute(db);
  },
};
