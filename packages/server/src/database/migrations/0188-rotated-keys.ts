import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/**
 * Generations of the pepper and of the key of links after the first, which is derived from the master key. `wrapped` is
 * null once a key has been retired.
 */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table rotated_keys (
        key_id text primary key check (key_id ~ '^[0-9a-f]{12}$'),
        use text not null check (use in ('pepper', 'links')),
        master_key_id text not null,
        wrapped bytea,
        created_at timestamptz not null,
        used_from timestamptz not null,
        retired_at timestamptz,
        check ((wrapped is null) = (retired_at is not null))
      )
    `.execute(db);
  },
};
