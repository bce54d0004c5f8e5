import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Personal seals, and signing passwords that persons have set for themselves. */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table personal_seals (
        corp_id bigint not null references corps (corp_id),
        seal_id bigint primary key,
        user_id bigint not null references users (user_id),
        seal_name text not null,
        source text not null check (source in ('HANDWRITING', 'IMAGE')),
        width double precision not null check (width > 0),
        height double precision not null check (height > 0),
        picture_hash text not null,
        is_default boolean not null,
        created_at timestamptz not null,
        deleted_at timestamptz
      )`.execute(db);
    await sql`
      create index personal_seals_of_user on personal_seals (user_id, created_at, seal_id) where deleted_at is null`.execute(
      db,
    );
    await sql`
      create unique index personal_seals_default on personal_seals (user_id) where is_default and deleted_at is null`.execute(
      db,
    );
    // Used to check whether a blob is still referred to.
    await sql`create index personal_seals_picture on personal_seals (corp_id, picture_hash)`.execute(db);
    await sql`
      create table person_passwords (
        user_id bigint primary key references users (user_id),
        verifier text not null,
        failures integer not null check (failures >= 0),
        locked_until timestamptz
      )`.execute(db);
    // Whether an intent was confirmed with such a password, and not with that of a membership.
    await sql`alter table flow_intents add column own_password boolean not null default false`.execute(db);
  },
};
