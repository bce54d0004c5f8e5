import { type Kysely, sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Tables of evidence, whose rows are written once and never changed. */
const WRITTEN_ONCE = ['flow_events', 'flow_revisions', 'consents', 'evidence_leaves'];

/** The database rejects every change to evidence, whatever its cause. */
export const migration: Migration = {
  async up(db) {
    for (const table of WRITTEN_ONCE) {
      await sql`
        create trigger ${sql.id(`${table}_append_only`)} before update or delete on ${sql.table(table)}
          for each row execute function refuse_to_rewrite()
      `.execute(db);
      await refuseTruncate(db, table);
    }
    await refuseTruncate(db, 'ledger_entries');
    await keepRoots(db);
  },
};

/** Row triggers do not fire for TRUNCATE. */
async function refuseTruncate(db: Kysely<unknown>, table: string): Promise<void> {
  await sql`
    create trigger ${sql.id(`${table}_no_truncate`)} before truncate on ${sql.table(table)}
      for each statement execute function refuse_to_rewrite()
  `.execute(db);
}

/** A root receives its timestamp once, when an authority has responded; nothing else changes. */
async function keepRoots(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger evidence_roots_append_only before delete on evidence_roots
      for each row execute function refuse_to_rewrite()
  `.execute(db);
  await sql`
    create trigger evidence_roots_stamped_once before update on evidence_roots
      for each row when (
        old.token is not null
        or (new.number, new.day, new.root, new.leaves, new.made_at)
          is distinct from (old.number, old.day, old.root, old.leaves, old.made_at)
      )
      execute function refuse_to_rewrite()
  `.execute(db);
  await refuseTruncate(db, 'evidence_roots');
}
