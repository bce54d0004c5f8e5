import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/**
 * Verification codes are bound to their requester, a purpose and a subject. Existing codes have none of these and are
 * deleted: they would have expired within five minutes, and users can request new ones.
 */
export const migration: Migration = {
  async up(db) {
    await sql`drop table sms_codes`.execute(db);
    await sql`
      create table sms_codes (
        mobile text not null,
        asker text not null,
        purpose text not null,
        subject text not null,
        code_hmac text not null,
        sent_at timestamptz not null,
        expire_time timestamptz not null,
        failures integer not null,
        used_at timestamptz,
        primary key (mobile, asker, purpose, subject)
      )
    `.execute(db);
    await sql`create index sms_codes_age on sms_codes (expire_time)`.execute(db);
  },
};
