import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** The OpenID Connect provider by which the members of an enterprise log in. */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table login_providers (
        corp_id bigint primary key references corps (corp_id),
        issuer text not null,
        client_id text not null,
        client_secret bytea not null,
        created_at timestamptz not null
      )
    `.execute(db);
  },
};
