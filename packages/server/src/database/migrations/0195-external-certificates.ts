import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/**
 * Certificates that other authorities issue to enterprises, the requests for them, and the roots to which they lead.
 */
export const migration: Migration = {
  async up(db) {
    await sql`
      alter table certificates
        add column source text not null default 'built-in',
        add column chain bytea,
        add column withdrawn_at timestamptz
    `.execute(db);
    await sql`create index certificates_of_others on certificates (corp_id) where source <> 'built-in'`.execute(
      db,
    );
    await sql`
      create table certificate_requests (
        request_id text primary key,
        corp_id bigint not null,
        source text not null,
        key_id text not null,
        algorithm text not null check (algorithm in ('P-256', 'RSA-2048', 'RSA-3072', 'SM2')),
        public_key bytea not null,
        subject bytea not null,
        request bytea not null,
        created_at timestamptz not null,
        ended_at timestamptz,
        outcome text check (outcome in ('imported', 'replaced', 'withdrawn'))
      )
    `.execute(db);
    await sql`
      create unique index certificate_requests_pending on certificate_requests (corp_id) where ended_at is null
    `.execute(db);
    await sql`
      create table external_roots (
        fingerprint text primary key check (fingerprint ~ '^[0-9a-f]{64}$'),
        certificate bytea not null,
        added_at timestamptz not null
      )
    `.execute(db);
  },
};
