import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/**
 * A face check is started at its provider when the person has agreed, so an order waits without the provider's id, with
 * the identity that will be sent. Tickets of providers are shared by all processes.
 */
export const migration: Migration = {
  async up(db) {
    await sql`
      alter table face_orders
        alter column h5face_id drop not null,
        add column subject bytea,
        add column stated_subject bytea,
        add column attempt_no text,
        add column device text check (device in ('phone', 'pc')),
        add column provider_record jsonb
    `.execute(db);
    await sql`
      create table provider_tickets (
        provider text not null,
        kind text not null,
        ticket bytea not null,
        obtained_at timestamptz not null,
        expire_time timestamptz not null,
        primary key (provider, kind, obtained_at)
      )
    `.execute(db);
    await sql`
      create table provider_refreshes (provider text primary key, until timestamptz not null)
    `.execute(db);
  },
};
