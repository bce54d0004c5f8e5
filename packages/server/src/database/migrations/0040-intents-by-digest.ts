import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/**
 * An intent belongs to one participant and one channel, and covers one digest. Existing intents do not state what they
 * cover, and acts waiting for an approval depend on such intents: both end. The approval job ends the latter, so that
 * history, inbox and webhooks report it as usual.
 */
export const migration: Migration = {
  async up(db) {
    // Two random UUIDs: 244 unpredictable bits, so that a digest reveals nothing about its content.
    await sql`alter table flows add column digest_salt text not null
      default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`.execute(db);
    await sql`alter table flows alter column digest_salt drop default`.execute(db);
    await sql`delete from flow_intents`.execute(db);
    await sql`
      alter table flow_intents
        drop column text_hash,
        add column participant_id bigint not null,
        add column channel text not null,
        add column scope text not null check (scope in ('text', 'commands')),
        add column digest text not null,
        add column attachment_ids bigint[] not null,
        add column preimage bytea not null,
        drop constraint flow_intents_pkey,
        add primary key (corp_id, user_id, flow_id, intent_id, participant_id)
    `.execute(db);
    await sql`
      alter table face_orders
        add column asker text not null default '',
        add column covered jsonb not null default '[]'
    `.execute(db);
    await sql`alter table face_orders alter column asker drop default, alter column covered drop default`.execute(
      db,
    );
    await sql`delete from approval_proofs`.execute(db);
    await sql`
      alter table approval_proofs add column channel text not null, add column digest text not null
    `.execute(db);
    await sql`
      update approvals
      set expire_time = created_at, fail_reason = '系统升级：签署意愿须重新确认'
      where status = 1 and type = 1
    `.execute(db);
  },
};
