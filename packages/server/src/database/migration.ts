import type { Kysely } from 'kysely';

/**
 * One migration. It runs once per database, in a transaction with adjacent ones; names carry no schema. A released
 * migration is never edited: a later one corrects it.
 */
export interface Migration {
  up(db: Kysely<unknown>): Promise<void>;
}
