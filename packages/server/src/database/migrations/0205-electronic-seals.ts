import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Electronic seals of enterprises (GB/T 38540), and the certificate of their maker. */
export const migration: Migration = {
  async up(db) {
    await sql`
      alter table certificates
        drop constraint certificates_purpose_check,
        add constraint certificates_purpose_check
          check (purpose in ('root', 'issuing', 'enterprise', 'timestamp', 'ocsp', 'evidence', 'seal-maker'))
    `.execute(db);
    await sql`
      create table electronic_seals (
        corp_id bigint not null,
        seal_id bigint not null,
        version integer not null check (version > 0),
        seal_name text not null,
        face_hash text not null,
        certificate text not null,
        maker text not null,
        valid_until timestamptz not null,
        seal bytea not null,
        created_at timestamptz not null,
        primary key (corp_id, seal_id, version)
      )
    `.execute(db);
  },
};
