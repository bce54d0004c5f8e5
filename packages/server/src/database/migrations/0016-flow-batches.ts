import { type Kysely, sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Batches of flows, and the notices sent for a flow. */
export const migration: Migration = {
  async up(db) {
    await batches(db);
    await notices(db);
  },
};

async function batches(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table flow_batches (
      corp_id bigint not null references corps (corp_id),
      batch_id bigint not null,
      app_id text not null,
      request_key text,
      request_hash text not null,
      created_at timestamptz not null,
      finished_at timestamptz,
      primary key (corp_id, batch_id)
    )
  `.execute(db);
  // Only unfinished batches are looked up by the key of their request.
  await sql`
    create unique index flow_batches_unfinished on flow_batches (app_id, request_key) where request_key is not null
  `.execute(db);
  await sql`
    create table flow_batch_items (
      corp_id bigint not null,
      batch_id bigint not null,
      item integer not null,
      flow_id bigint not null,
      primary key (corp_id, batch_id, item),
      foreign key (corp_id, batch_id) references flow_batches,
      foreign key (corp_id, flow_id) references flows
    )
  `.execute(db);
}

async function notices(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table flow_notices (
      corp_id bigint not null,
      flow_id bigint not null,
      occasion text not null,
      created_at timestamptz not null,
      primary key (corp_id, flow_id, occasion),
      foreign key (corp_id, flow_id) references flows
    )
  `.execute(db);
}
