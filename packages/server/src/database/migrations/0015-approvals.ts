import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Approvals of seals and of contracts, their approvers, and the approvers' proofs. */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table approvals (
        corp_id bigint not null references corps (corp_id),
        approval_id bigint not null,
        type smallint not null check (type in (1, 2)),
        status smallint not null check (status between 1 and 5),
        flow_corp_id bigint not null,
        flow_id bigint not null,
        flow_title text not null,
        flow_created_at timestamptz not null,
        participant_id bigint,
        seal_ids bigint[] not null,
        seal_name text,
        template_id bigint,
        requester_id bigint not null,
        requester_name text not null,
        request jsonb not null,
        fail_reason text,
        decided_by bigint,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        expire_time timestamptz not null,
        primary key (corp_id, approval_id),
        foreign key (flow_corp_id, flow_id) references flows (corp_id, flow_id)
      )
    `.execute(db);
    await sql`create unique index approvals_by_id on approvals (approval_id)`.execute(db);
    // An act can wait only once; the second of two concurrent requests finds the first.
    await sql`
      create unique index approvals_open on approvals (flow_id, coalesce(participant_id, 0)) where status = 1
    `.execute(db);
    await sql`create index approvals_age on approvals (expire_time) where status = 1`.execute(db);
    await sql`
      create index approvals_of_requester on approvals (corp_id, requester_id, created_at desc)
    `.execute(db);
    await sql`
      create table approval_approvers (
        corp_id bigint not null,
        user_id bigint not null,
        approval_id bigint not null,
        decided_at timestamptz,
        primary key (corp_id, user_id, approval_id),
        foreign key (corp_id, approval_id) references approvals (corp_id, approval_id)
      )
    `.execute(db);
    await sql`create index approval_approvers_of on approval_approvers (corp_id, approval_id)`.execute(db);
    await sql`
      create table approval_proofs (
        corp_id bigint not null,
        approval_id bigint not null,
        user_id bigint not null,
        proof_id bigint not null,
        auth_type text not null check (auth_type in ('sms', 'pwd', 'face')),
        expire_time timestamptz not null,
        consumed_at timestamptz,
        primary key (corp_id, approval_id, user_id, proof_id),
        foreign key (corp_id, approval_id) references approvals (corp_id, approval_id)
      )
    `.execute(db);
  },
};
