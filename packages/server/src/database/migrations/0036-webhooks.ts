import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Webhooks: endpoints, messages and deliveries; events are numbered. */
export const migration: Migration = {
  async up(db) {
    await sql`alter table outbox add column sequence integer check (sequence > 0)`.execute(db);
    await sql`create table outbox_series (series text primary key, last integer not null)`.execute(db);
    await sql`
      create table webhooks (
        webhook_id bigint primary key,
        corp_id bigint not null references corps,
        url text not null,
        event_types text[] not null,
        remark text not null,
        secret bytea not null,
        previous_secret bytea,
        previous_until timestamptz,
        status text not null check (status in ('enabled', 'disabled', 'failed')),
        failing_since timestamptz,
        last_failed_at timestamptz,
        created_by bigint,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        check ((previous_secret is null) = (previous_until is null)),
        check ((failing_since is null) = (last_failed_at is null))
      )`.execute(db);
    await sql`create index webhooks_of_corp on webhooks (corp_id)`.execute(db);
    // The exact body, so that every delivery of a message has the same bytes.
    await sql`
      create table webhook_messages (
        message_id bigint primary key,
        corp_id bigint not null references corps,
        event_type text not null,
        flow_id bigint,
        body text not null,
        created_at timestamptz not null
      )`.execute(db);
    await sql`create index webhook_messages_age on webhook_messages (created_at)`.execute(db);
    await sql`
      create table webhook_deliveries (
        delivery_id bigint primary key,
        webhook_id bigint not null references webhooks on delete cascade,
        message_id bigint not null references webhook_messages,
        status text not null check (status in ('pending', 'delivered', 'failed', 'withheld')),
        claim integer not null default 0,
        attempts integer not null default 0,
        tries jsonb not null default '[]',
        next_at timestamptz,
        created_at timestamptz not null,
        check ((status = 'pending') = (next_at is not null))
      )`.execute(db);
    await sql`
      create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_at, delivery_id)
        where status = 'pending'`.execute(db);
    await sql`
      create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, created_at desc, delivery_id desc)
      `.execute(db);
    await sql`create index webhook_deliveries_of_message on webhook_deliveries (message_id)`.execute(db);
  },
};
