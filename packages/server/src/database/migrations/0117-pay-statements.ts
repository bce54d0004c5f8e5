import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Statements of payment providers, day by day, compared with the orders of the same merchant. */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table pay_statements (
        corp_id bigint not null,
        provider_code text not null,
        merchant_account text not null,
        day date not null,
        channel_model_id bigint not null,
        state text not null check (state in ('waiting', 'compared', 'failed')),
        attempts integer not null,
        failure text,
        result jsonb,
        checked_at timestamptz not null,
        primary key (corp_id, provider_code, merchant_account, day)
      )
    `.execute(db);
    await sql`
      create index pay_orders_paid on pay_orders (merchant_account, success_time) where success_time is not null
    `.execute(db);
  },
};
