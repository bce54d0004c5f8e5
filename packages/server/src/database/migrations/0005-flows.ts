import { type Kysely, sql } from 'kysely';
import type { Migration } from '../migration.js';

/**
 * Sign flows with their parties, files, controls, intents and history, and the inbox rows from which all lists are
 * read.
 */
export const migration: Migration = {
  async up(db) {
    await flows(db);
    await contents(db);
    await history(db);
    await inbox(db);
  },
};

async function flows(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table flows (
      corp_id bigint not null,
      flow_id bigint not null,
      flow_code text not null,
      title text not null,
      status smallint not null check (status between 0 and 6),
      revision integer not null,
      template_id bigint,
      initiator_id bigint not null,
      initiator_name text not null,
      remark text not null,
      end_reason text,
      encrypted boolean not null,
      confidential boolean not null,
      reverse_pay boolean not null,
      fee_paid boolean not null,
      source_order_code text,
      created_at timestamptz not null,
      started_at timestamptz,
      finished_at timestamptz,
      deadline timestamptz,
      event_count integer not null,
      event_head text,
      primary key (corp_id, flow_id)
    ) with (fillfactor = 70)
  `.execute(db);
  await sql`create unique index flows_code on flows (corp_id, flow_code)`.execute(db);
  // Only open flows can expire, so the index of the expiry job stays small.
  await sql`create index flows_deadline on flows (deadline) where status in (1, 2)`.execute(db);
  await sql`
    create table flow_participants (
      corp_id bigint not null,
      flow_id bigint not null,
      participant_id bigint not null,
      participant_flag text not null,
      type text not null check (type in ('enterprise', 'person')),
      fills boolean not null,
      signs boolean not null,
      participant_corp_id bigint,
      participant_corp_name text not null,
      psn_id bigint not null,
      psn_name text not null,
      psn_account text not null,
      draft_sort integer not null,
      sign_order integer not null,
      sign_status smallint not null check (sign_status between 1 and 5),
      filled boolean not null,
      draft_time timestamptz,
      sign_time timestamptz,
      payee_id bigint,
      payee_amount_fen bigint,
      payee_paid boolean not null,
      payee_audited boolean not null,
      payee_priority smallint,
      payee_remark text,
      primary key (corp_id, flow_id, participant_id),
      foreign key (corp_id, flow_id) references flows
    ) with (fillfactor = 70)
  `.execute(db);
}

async function contents(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table flow_files (
      corp_id bigint not null,
      flow_id bigint not null,
      file_id bigint not null,
      sort integer not null,
      file_code text not null,
      file_name text not null,
      file_key text not null,
      base_hash text not null,
      current_hash text not null,
      pages jsonb not null,
      primary key (corp_id, flow_id, file_id),
      foreign key (corp_id, flow_id) references flows
    ) with (fillfactor = 70)
  `.execute(db);
  await sql`
    create table flow_revisions (
      corp_id bigint not null,
      flow_id bigint not null,
      file_id bigint not null,
      revision integer not null,
      hash text not null,
      created_at timestamptz not null,
      primary key (corp_id, flow_id, file_id, revision),
      foreign key (corp_id, flow_id) references flows
    )
  `.execute(db);
  await sql`
    create table flow_components (
      corp_id bigint not null,
      flow_id bigint not null,
      component_id bigint not null,
      sort integer not null,
      participant_id bigint not null,
      file_id bigint not null,
      template_component_id bigint,
      component_key text,
      component_name text not null,
      component_type integer not null,
      value text,
      required boolean not null,
      page_num integer not null,
      position_x double precision not null,
      position_y double precision not null,
      attribute jsonb not null,
      primary key (corp_id, flow_id, component_id),
      foreign key (corp_id, flow_id) references flows
    )
  `.execute(db);
  await sql`
    create table flow_copiers (
      corp_id bigint not null,
      flow_id bigint not null,
      copier_id bigint not null,
      type text not null check (type in ('enterprise', 'person')),
      copier_corp_id bigint,
      copier_corp_name text not null,
      psn_id bigint,
      psn_name text not null,
      psn_account text not null,
      primary key (corp_id, flow_id, copier_id),
      foreign key (corp_id, flow_id) references flows
    )
  `.execute(db);
  await sql`
    create table flow_attachments (
      corp_id bigint not null,
      flow_id bigint not null,
      attachment_id bigint not null,
      file_name text not null,
      file_key text not null,
      by_signer boolean not null,
      created_at timestamptz not null,
      primary key (corp_id, flow_id, attachment_id),
      foreign key (corp_id, flow_id) references flows
    )
  `.execute(db);
}

async function history(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table flow_events (
      corp_id bigint not null,
      flow_id bigint not null,
      sequence integer not null,
      kind text not null,
      created_at timestamptz not null,
      canonical text not null,
      hash text not null,
      primary key (corp_id, flow_id, sequence),
      foreign key (corp_id, flow_id) references flows
    )
  `.execute(db);
  await sql`
    create table flow_intents (
      corp_id bigint not null,
      user_id bigint not null,
      flow_id bigint not null,
      intent_id bigint not null,
      auth_type text not null check (auth_type in ('sms', 'pwd', 'face')),
      text_hash text not null,
      created_at timestamptz not null,
      expire_time timestamptz not null,
      consumed_at timestamptz,
      primary key (corp_id, user_id, flow_id, intent_id)
    )
  `.execute(db);
}

async function inbox(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table flow_inbox (
      viewer_corp_id bigint not null,
      user_id bigint not null,
      flow_id bigint not null,
      owner_corp_id bigint not null,
      owner_corp_name text not null,
      flow_code text not null,
      title text not null,
      status smallint not null,
      description text not null,
      initiator_id bigint not null,
      initiator_name text not null,
      initiated boolean not null,
      takes_part boolean not null,
      copied boolean not null,
      my_turn boolean not null,
      my_unfinished boolean not null,
      operate_status smallint not null,
      confidential boolean not null,
      source_order_code text,
      created_at timestamptz not null,
      started_at timestamptz,
      finished_at timestamptz,
      deadline timestamptz,
      signer_mobiles text[] not null,
      signer_corps text[] not null,
      signer_names text[] not null,
      primary key (viewer_corp_id, user_id, flow_id)
    ) with (fillfactor = 60)
  `.execute(db);
  await sql`
    create index flow_inbox_newest on flow_inbox (viewer_corp_id, user_id, created_at desc, flow_id desc)
  `.execute(db);
  // Used to find the owner of a flow from the row of any viewer.
  await sql`create index flow_inbox_flow on flow_inbox (flow_id, viewer_corp_id)`.execute(db);
}
