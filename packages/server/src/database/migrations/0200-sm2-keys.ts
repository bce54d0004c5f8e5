import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Keys and certificates of SM2. */
export const migration: Migration = {
  async up(db) {
    for (const table of ['signing_keys', 'certificates']) {
      const constraint = sql.id(`${table}_algorithm_check`);
      await sql`
        alter table ${sql.id(table)}
          drop constraint ${constraint},
          add constraint ${constraint} check (algorithm in ('P-256', 'RSA-2048', 'RSA-3072', 'SM2'))
      `.execute(db);
    }
  },
};
