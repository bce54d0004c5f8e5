import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/**
 * Keys, certificates and stored files. Every key begins with corp_id, so that the tables can be partitioned by
 * enterprise.
 */
export const migration: Migration = {
  up: async (db) => {
    await sql`
      create table data_keys (
        corp_id bigint not null,
        version integer not null check (version > 0),
        master_key_id text not null,
        wrapped bytea not null,
        created_at timestamptz not null,
        primary key (corp_id, version)
      )`.execute(db);
    await sql`
      create table signing_keys (
        corp_id bigint not null,
        key_id text not null,
        algorithm text not null check (algorithm in ('P-256', 'RSA-2048', 'RSA-3072')),
        public_key bytea not null,
        encrypted_private_key bytea,
        created_at timestamptz not null,
        primary key (corp_id, key_id)
      )`.execute(db);
    await sql`
      create table certificates (
        corp_id bigint not null,
        purpose text not null check (purpose in ('root', 'issuing', 'enterprise')),
        generation integer not null check (generation > 0),
        key_id text not null,
        algorithm text not null check (algorithm in ('P-256', 'RSA-2048', 'RSA-3072')),
        subject bytea not null,
        serial_number text not null,
        certificate bytea not null,
        issuer_generation integer,
        not_before timestamptz not null,
        not_after timestamptz not null,
        key_destroyed_at timestamptz,
        primary key (corp_id, purpose, generation),
        unique (corp_id, serial_number)
      )`.execute(db);
    await sql`
      create table stored_files (
        corp_id bigint not null,
        file_key text not null,
        hash text not null check (hash ~ '^[0-9a-f]{64}$'),
        size bigint not null check (size >= 0),
        file_name text not null,
        media_type text not null,
        original_hash text check (original_hash ~ '^[0-9a-f]{64}$'),
        kind text not null,
        pages jsonb,
        created_by bigint,
        created_at timestamptz not null,
        primary key (corp_id, file_key)
      )`.execute(db);
    // A blob may be deleted only if no file of its enterprise refers to it.
    await sql`create index stored_files_by_hash on stored_files (corp_id, hash)`.execute(db);
    await sql`
      create index stored_files_by_original_hash on stored_files (corp_id, original_hash)
        where original_hash is not null`.execute(db);
  },
};
