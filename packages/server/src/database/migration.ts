import type { Kysely } from 'kysely';

/**
 * One migration. It runs once per database, in a transaction with adjacent ones; names carry no schema. A released
 * migration is never edited: a later one corrects it.
 *
 * During an upgrade the previous version serves requests on the new schema, and after a rollback again. A migration
 * therefore only expands the schema: new tables, new columns that are nullable or have a default, constraints loosened.
 * What it replaces is removed by a later release, once no program in service uses it: by a contracting migration.
 */
export interface Migration {
  /**
   * Only of a migration that removes or restricts something: the newest migration of the first release that no longer
   * uses it. Programs without that migration cannot run on the database any more.
   */
  readonly unusedSince?: string;
  up(db: Kysely<unknown>): Promise<void>;
}
