import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Revoked certificates of persons, each of which signed one act. */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table revoked_act_certificates (
        serial_number text primary key,
        signed_at timestamptz not null,
        revoked_at timestamptz not null,
        revocation_reason smallint not null
      )`.execute(db);
    await sql`create index flow_signatures_by_certificate on flow_signatures (certificate)`.execute(db);
  },
};
