import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Messages that real providers were asked to send: none is sent twice, and reports on their delivery find them. */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table sms_messages (
        idempotency_key text primary key,
        mobile text not null,
        template text not null,
        state text not null check (state in ('sending', 'accepted', 'delivered', 'undelivered', 'unknown')),
        provider text not null,
        provider_msg_id text,
        failure text,
        corp_id bigint,
        flow_id bigint,
        created_at timestamptz not null,
        changed_at timestamptz not null
      )
    `.execute(db);
    await sql`
      create index sms_messages_of_provider on sms_messages (provider, provider_msg_id)
      where provider_msg_id is not null
    `.execute(db);
    await sql`create index sms_messages_sending on sms_messages (created_at) where state = 'sending'`.execute(
      db,
    );
    await sql`create index sms_messages_by_age on sms_messages (created_at)`.execute(db);
  },
};
