import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Certificates of the service itself, revoked certificates, and the PAdES level of every signature. */
export const migration: Migration = {
  async up(db) {
    await sql`alter table certificates drop constraint certificates_purpose_check`.execute(db);
    await sql`
      alter table certificates
        add constraint certificates_purpose_check
          check (purpose in ('root', 'issuing', 'enterprise', 'timestamp', 'ocsp')),
        add column revoked_at timestamptz,
        add column revocation_reason smallint,
        add constraint certificates_revocation_check
          check ((revoked_at is null) = (revocation_reason is null))`.execute(db);
    // CRLs and OCSP responses look up few rows among many.
    await sql`
      create index certificates_revoked on certificates (issuer_generation, revoked_at)
        where revoked_at is not null`.execute(db);
    await sql`create index certificates_by_serial_number on certificates (serial_number)`.execute(db);
    await sql`
      create table revocation_lists (
        purpose text not null check (purpose in ('root', 'issuing')),
        generation integer not null check (generation > 0),
        number bigint not null check (number > 0),
        this_update timestamptz not null,
        next_update timestamptz not null check (next_update > this_update),
        entries integer not null check (entries >= 0),
        crl bytea not null,
        primary key (purpose, generation)
      )`.execute(db);
    await sql`
      create table flow_signatures (
        corp_id bigint not null,
        flow_id bigint not null,
        file_id bigint not null,
        field_name text not null,
        sort integer not null check (sort >= 0),
        participant_id bigint not null,
        revision integer not null,
        level text not null check (level in ('B-B', 'B-T', 'B-LT', 'B-LTA')),
        last_of_act boolean not null,
        certificate text not null,
        signed_at timestamptz not null,
        timestamp_time timestamptz,
        timestamp_authority text,
        timestamp_serial_number text,
        primary key (corp_id, flow_id, file_id, field_name),
        foreign key (corp_id, flow_id) references flows (corp_id, flow_id),
        check ((timestamp_time is null) = (timestamp_authority is null)),
        check (timestamp_time is not null or level = 'B-B')
      )`.execute(db);
    // Signatures whose intended timestamp is missing.
    await sql`
      create index flow_signatures_to_upgrade on flow_signatures (signed_at)
        where last_of_act and level = 'B-B'`.execute(db);
  },
};
