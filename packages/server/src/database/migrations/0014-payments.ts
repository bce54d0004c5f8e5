import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Pay channels, pay orders, who paid the fee of a reverse-paid flow, and the sandbox's payment provider. */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table pay_channels (
        corp_id bigint not null,
        channel_model_id bigint not null,
        provider_code text not null check (provider_code in ('payA', 'chatApay')),
        pay_type text not null,
        app_id text not null,
        merchant_account text not null,
        merchant_type smallint not null check (merchant_type between 0 and 3),
        enabled boolean not null,
        created_at timestamptz not null,
        primary key (corp_id, channel_model_id)
      )
    `.execute(db);
    await sql`create unique index pay_channels_by_id on pay_channels (channel_model_id)`.execute(db);
    await sql`create unique index pay_channels_in_use on pay_channels (corp_id, pay_type) where enabled`.execute(
      db,
    );
    await sql`
      create table pay_orders (
        corp_id bigint not null,
        order_id bigint not null,
        order_code text not null,
        business_order_no text not null,
        flow_corp_id bigint not null,
        flow_id bigint not null,
        participant_id bigint not null,
        initiator_id bigint not null,
        confidential boolean not null,
        payer_type text not null check (payer_type in ('person', 'enterprise')),
        payer_corp_id bigint,
        psn_id bigint not null,
        psn_name text not null,
        goods_type smallint not null check (goods_type in (1, 2)),
        goods_name text not null,
        goods_body text not null,
        channel_model_id bigint not null,
        provider_code text not null,
        pay_type text not null,
        app_id text not null,
        merchant_account text not null,
        merchant_type smallint not null,
        open_id text,
        return_url text,
        amount_fen bigint not null check (amount_fen > 0),
        status smallint not null check (status between 0 and 5),
        pay_url text,
        provider_order_no text,
        remark text,
        created_at timestamptz not null,
        expire_time timestamptz not null,
        success_time timestamptz,
        booked boolean not null,
        refund_reason text,
        refund_times integer not null,
        refunded_fen bigint not null,
        primary key (corp_id, order_id),
        foreign key (flow_corp_id, flow_id) references flows (corp_id, flow_id)
      ) with (fillfactor = 80)
    `.execute(db);
    await sql`create unique index pay_orders_by_id on pay_orders (order_id)`.execute(db);
    await sql`create unique index pay_orders_by_number on pay_orders (business_order_no)`.execute(db);
    // Adding an order locks the participant's row; this index enforces the same rule.
    await sql`
      create unique index pay_orders_live on pay_orders (participant_id, goods_type) where status in (0, 1)
    `.execute(db);
    await sql`create index pay_orders_of_flow on pay_orders (flow_id)`.execute(db);
    await sql`create index pay_orders_newest on pay_orders (corp_id, created_at desc, order_id desc)`.execute(
      db,
    );
    await sql`create index pay_orders_of_person on pay_orders (psn_id, created_at desc, order_id desc)`.execute(
      db,
    );
    await sql`
      create index pay_orders_of_payer on pay_orders (payer_corp_id, created_at desc, order_id desc)
        where payer_corp_id is not null
    `.execute(db);
    await sql`create index pay_orders_open on pay_orders (expire_time) where status in (0, 1)`.execute(db);
    await sql`
      create index pay_orders_to_refund on pay_orders (order_id)
        where refund_reason is not null and refund_times = 0
    `.execute(db);
    // Payers identify only the participant.
    await sql`create unique index flow_participants_by_id on flow_participants (participant_id)`.execute(db);
    await sql`
      create table flow_fees (
        corp_id bigint not null,
        flow_id bigint not null,
        payer_corp_id bigint,
        order_id bigint,
        created_at timestamptz not null,
        primary key (corp_id, flow_id),
        foreign key (corp_id, flow_id) references flows (corp_id, flow_id)
      )
    `.execute(db);
    await sql`
      create table sandbox_payments (
        business_order_no text primary key,
        amount_fen bigint not null,
        state text not null check (state in ('open', 'succeeded', 'failed', 'closed')),
        expire_time timestamptz not null,
        paid_at timestamptz,
        refund_no text,
        refunded_fen bigint not null
      )
    `.execute(db);
  },
};
