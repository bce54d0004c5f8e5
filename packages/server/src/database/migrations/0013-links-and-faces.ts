import { type Kysely, sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Links that give a person access to pages, and face checks. */
export const migration: Migration = {
  async up(db) {
    await links(db);
    await faces(db);
  },
};

async function links(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table link_grants (
      link_id bigint primary key,
      token_hash text not null unique,
      kind text not null,
      corp_id bigint not null references corps (corp_id),
      user_id bigint not null references users (user_id),
      subject jsonb not null,
      return_url text,
      created_at timestamptz not null,
      expire_time timestamptz not null,
      entered_at timestamptz,
      ended_at timestamptz
    )
  `.execute(db);
  await sql`
    create index link_grants_of_member on link_grants (corp_id, user_id) where ended_at is null
  `.execute(db);
  await sql`create index link_grants_age on link_grants (expire_time)`.execute(db);
  await sql`
    create table link_sessions (
      session_hash text primary key,
      link_id bigint not null references link_grants on delete cascade,
      created_at timestamptz not null,
      expire_time timestamptz not null
    )
  `.execute(db);
  await sql`create index link_sessions_of_link on link_sessions (link_id)`.execute(db);
  await sql`create index link_sessions_age on link_sessions (expire_time)`.execute(db);
}

async function faces(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table face_orders (
      order_no text primary key,
      corp_id bigint not null references corps (corp_id),
      user_id bigint not null references users (user_id),
      purpose text not null check (purpose in ('person', 'legal', 'signContract', 'approvalSign', 'receiveCorp')),
      business_ids bigint[] not null,
      channel text not null check (channel in ('channelA', 'channelB')),
      h5face_id text not null,
      callback_url text,
      created_at timestamptz not null,
      expire_time timestamptz not null,
      result text check (result in ('pass', 'fail')),
      finished_at timestamptz,
      used_at timestamptz
    )
  `.execute(db);
  await sql`create index face_orders_age on face_orders (expire_time)`.execute(db);
  await sql`
    create table sandbox_faces (
      h5face_id text primary key,
      result text not null check (result in ('pass', 'fail')),
      real_name text,
      ident_num text
    )
  `.execute(db);
}
