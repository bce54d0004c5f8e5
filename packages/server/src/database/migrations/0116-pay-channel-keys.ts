import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/**
 * Keys of merchants at their payment providers. A change adds a revision: open orders, and refunds of old ones, keep the
 * merchant that they were made with.
 */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table pay_channel_revisions (
        corp_id bigint not null,
        channel_model_id bigint not null,
        revision integer not null,
        app_id text not null,
        merchant_account text not null,
        merchant_type smallint not null,
        sealed bytea not null,
        created_at timestamptz not null,
        primary key (channel_model_id, revision)
      )
    `.execute(db);
    await sql`
      alter table pay_channels
        add column revision integer,
        add column notify_token text,
        add column fee_rate integer,
        add column modified_at timestamptz
    `.execute(db);
    await sql`
      create unique index pay_channels_by_notify_token on pay_channels (notify_token)
        where notify_token is not null
    `.execute(db);
    await sql`
      alter table pay_orders
        add column channel_revision integer,
        add column refund_round integer not null default 1,
        add column refund_requested_at timestamptz,
        add column refund_next_at timestamptz,
        add column refund_asks integer not null default 0,
        add column refund_failure text
    `.execute(db);
  },
};
