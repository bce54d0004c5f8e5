import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/**
 * Lists show how far a flow has got, and for whom it waits since when. Rows of earlier versions are completed by a job,
 * because changing all of them here would keep everyone from committing meanwhile.
 */
export const migration: Migration = {
  async up(db) {
    await sql`alter table flows add column reminded_at timestamptz`.execute(db);
    await sql`
      alter table flow_inbox
        add column template_id bigint,
        add column signers smallint,
        add column signed smallint,
        add column waiting jsonb,
        add column waiting_since timestamptz,
        add column reminded_at timestamptz
    `.execute(db);
    await sql`create index flow_inbox_incomplete on flow_inbox (flow_id) where signers is null`.execute(db);
    // The nearest deadline first, then whoever has waited longest.
    await sql`
      create index flow_inbox_waiting on flow_inbox (viewer_corp_id, user_id, deadline, waiting_since)
      where waiting_since is not null
    `.execute(db);
    await sql`
      create index link_grants_of_part on link_grants (((subject ->> 'participantId')::bigint))
      where subject ? 'participantId'
    `.execute(db);
    await sql`
      create table sms_rejections (
        mobile text primary key,
        failure text not null,
        rejected_at timestamptz not null
      )
    `.execute(db);
  },
};
