import type { Kysely } from 'kysely';

/**
 * One step forward. It is run once per database, inside a transaction together with the steps beside it; names carry
 * no schema. A step that has been released is never edited: a later one corrects it.
 */
export interface Migration {
  up(db: Kysely<unknown>): Promise<void>;
}
