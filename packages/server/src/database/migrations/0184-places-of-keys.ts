import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** The store in which a signing key lies, and its name there. */
export const migration: Migration = {
  async up(db) {
    await sql`
      alter table signing_keys
        add column place text not null default 'local' check (place in ('local', 'pkcs11', 'remote')),
        add column reference text,
        add check (case when place = 'local' then reference is null else encrypted_private_key is null end)
    `.execute(db);
  },
};
