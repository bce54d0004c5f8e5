import { type Kysely, sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Enterprises with their ledgers, persons and members, applications and tokens, verification codes. */
export const migration: Migration = {
  async up(db) {
    await enterprises(db);
    await people(db);
    await credentials(db);
    await sql`
      create table sms_codes (
        mobile text not null,
        sms_type text not null check (sms_type in ('commSms', 'sign', 'approval', 'signPwd')),
        code_hmac text not null,
        sent_at timestamptz not null,
        expire_time timestamptz not null,
        failures integer not null default 0,
        used_at timestamptz,
        primary key (mobile, sms_type)
      )
    `.execute(db);
    await sql`create index sms_codes_age on sms_codes (expire_time)`.execute(db);
  },
};

async function enterprises(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table corps (
      corp_id bigint primary key,
      corp_code text unique,
      corp_name text not null,
      name_key text not null unique,
      legal_rep_name text,
      legal_rep_ident_no bytea,
      ident_status text not null check (ident_status in ('identified', 'unidentified', 'invalid')),
      corp_level integer not null default 0,
      level_expire_time timestamptz,
      max_amount integer not null check (max_amount >= 0),
      legal_date timestamptz,
      parent_id bigint references corps (corp_id),
      settings jsonb not null default '{}',
      created_at timestamptz not null
    )
  `.execute(db);
  await sql`create index corps_children on corps (parent_id) where parent_id is not null`.execute(db);
  await sql`
    create table corp_balances (
      corp_id bigint not null references corps (corp_id),
      ledger text not null check (ledger in ('contract', 'collection')),
      balance integer not null check (balance >= 0),
      entries bigint not null,
      primary key (corp_id, ledger)
    ) with (fillfactor = 50)
  `.execute(db);
  await sql`
    create table ledger_entries (
      corp_id bigint not null,
      ledger text not null,
      position bigint not null,
      entry_id bigint not null,
      record_type text not null,
      count integer not null,
      balance integer not null check (balance >= 0),
      sign_flow_id bigint,
      sign_flow_code text,
      sign_flow_name text,
      init_psn_name text,
      order_code text,
      remark text,
      created_at timestamptz not null,
      primary key (corp_id, ledger, position),
      unique (corp_id, entry_id),
      foreign key (corp_id, ledger) references corp_balances (corp_id, ledger)
    )
  `.execute(db);
  await sql`
    create function refuse_to_rewrite() returns trigger language plpgsql as $$
    begin
      raise exception 'rows of % are never changed or deleted', tg_table_name;
    end $$
  `.execute(db);
  await sql`
    create trigger ledger_entries_append_only before update or delete on ledger_entries
      for each row execute function refuse_to_rewrite()
  `.execute(db);
}

async function people(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      user_id bigint primary key,
      mobile text not null unique,
      real_name text,
      ident_num bytea,
      ident_num_index text,
      verified_at timestamptz,
      created_at timestamptz not null,
      check (
        verified_at is null
        or (real_name is not null and ident_num is not null and ident_num_index is not null)
      )
    )
  `.execute(db);
  await sql`
    create index users_by_ident_num on users (ident_num_index) where ident_num_index is not null
  `.execute(db);
  await sql`
    create table members (
      corp_id bigint not null references corps (corp_id),
      user_id bigint not null references users (user_id),
      user_name text not null,
      job_num text not null,
      state text not null check (state in ('valid', 'invited', 'deleted')),
      roles text[] not null default '{}',
      confirmed_at timestamptz,
      signing_password text,
      password_failures integer not null default 0,
      password_locked_until timestamptz,
      created_at timestamptz not null,
      primary key (corp_id, user_id)
    )
  `.execute(db);
  await sql`create index members_of_user on members (user_id)`.execute(db);
  // One person is responsible for an enterprise; a second owner could bypass every permission.
  await sql`
    create unique index members_one_owner on members (corp_id) where roles @> array['OWNER'] and state <> 'deleted'
  `.execute(db);
}

async function credentials(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table applications (
      app_id text primary key,
      corp_id bigint not null references corps (corp_id),
      name text not null,
      secret_hash text not null,
      previous_secret_hash text,
      previous_until timestamptz,
      status text not null check (status in ('enabled', 'disabled')),
      allow_list text[] not null default '{}',
      created_at timestamptz not null
    )
  `.execute(db);
  await sql`create index applications_of_corp on applications (corp_id)`.execute(db);
  await sql`
    create table access_tokens (
      token_hash text primary key,
      app_id text not null references applications (app_id),
      corp_id bigint not null,
      expire_time timestamptz not null,
      created_at timestamptz not null
    )
  `.execute(db);
  await sql`create index access_tokens_of_app on access_tokens (app_id, expire_time)`.execute(db);
}
