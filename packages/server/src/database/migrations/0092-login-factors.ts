import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Passwords, authenticator apps, recovery codes and passkeys, by which people log in to the console. */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table login_passwords (
        user_id bigint primary key references users (user_id),
        verifier text not null,
        set_at timestamptz not null
      )
    `.execute(db);
    await sql`
      create table totp_factors (
        user_id bigint primary key references users (user_id),
        secret bytea not null,
        last_step bigint,
        created_at timestamptz not null,
        confirmed_at timestamptz
      )
    `.execute(db);
    await sql`
      create table recovery_codes (
        user_id bigint not null references users (user_id),
        code_hash text not null,
        created_at timestamptz not null,
        used_at timestamptz,
        primary key (user_id, code_hash)
      )
    `.execute(db);
    await sql`
      create table passkeys (
        credential_id text primary key,
        user_id bigint not null references users (user_id),
        public_key bytea not null,
        counter bigint not null,
        name text not null,
        created_at timestamptz not null,
        last_used_at timestamptz
      )
    `.execute(db);
    await sql`create index passkeys_of_user on passkeys (user_id)`.execute(db);
    await sql`
      create table login_challenges (
        challenge_hash text primary key,
        kind text not null,
        user_id bigint references users (user_id),
        content jsonb not null,
        expire_time timestamptz not null
      )
    `.execute(db);
    await sql`create index login_challenges_age on login_challenges (expire_time)`.execute(db);
  },
};
