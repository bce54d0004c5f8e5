import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Registrations of enterprises that await the legal representative or the operator. */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table corp_registrations (
        registration_id bigint primary key,
        corp_id bigint not null unique,
        user_id bigint not null references users (user_id),
        flow_corp_id bigint not null,
        flow_id bigint not null,
        participant_id bigint not null,
        corp_name text not null,
        corp_code text not null,
        legal_rep_name text not null,
        legal_rep_ident_no bytea not null,
        legal_rep_user_id bigint not null references users (user_id),
        seal_name text,
        state text not null check (state in ('waiting', 'confirmed', 'rejected', 'replaced')),
        reason text,
        created_at timestamptz not null,
        expire_time timestamptz not null,
        decided_at timestamptz,
        check ((state = 'waiting') = (decided_at is null))
      )
    `.execute(db);
    await sql`
      create unique index corp_registrations_waiting on corp_registrations (user_id, flow_id, participant_id)
        where state = 'waiting'
    `.execute(db);
    await sql`alter table face_orders drop constraint face_orders_purpose_check`.execute(db);
    await sql`
      alter table face_orders add constraint face_orders_purpose_check check (
        purpose in ('person', 'legal', 'signContract', 'approvalSign', 'receiveCorp', 'registerCorp'))
    `.execute(db);
  },
};
