import { sql } from 'kysely';
import { ID_BLOCK } from '../ids.js';
import type { Migration } from '../migration.js';

/** Settings, ids, the outbox, idempotency keys, and rate counters. */
export const migration: Migration = {
  async up(db) {
    // The entire last block is below 2^53, so that every id is exact as a JSON number.
    const largestFirst = Number.MAX_SAFE_INTEGER - ID_BLOCK;
    await sql`
      create sequence object_ids as bigint
        increment by ${sql.lit(ID_BLOCK)} start with 1 minvalue 1 maxvalue ${sql.lit(largestFirst)} no cycle
    `.execute(db);

    await sql`create table settings (name text primary key, value jsonb not null)`.execute(db);

    await sql`
      create table outbox (
        id bigint generated always as identity primary key,
        corp_id bigint not null,
        stream text not null,
        topic text not null,
        payload jsonb not null,
        created_at timestamptz not null,
        delivered_at timestamptz
      )
    `.execute(db);
    await sql`create index outbox_undelivered on outbox (stream, id) where delivered_at is null`.execute(db);
    await sql`create index outbox_delivered on outbox (delivered_at) where delivered_at is not null`.execute(
      db,
    );

    await sql`
      create table idempotency_keys (
        app_id text not null,
        key text not null,
        operation text not null,
        body_hash bytea not null,
        state text not null check (state in ('running', 'done')),
        committed boolean not null default false,
        status integer,
        body text,
        created_at timestamptz not null,
        lease timestamptz not null,
        primary key (app_id, key)
      )
    `.execute(db);
    await sql`create index idempotency_keys_age on idempotency_keys (created_at)`.execute(db);

    // Counters are written constantly and are worthless after a machine crash, but an unlogged table would also be
    // truncated after a crash of the server process, and five wrong codes must remain five: therefore an ordinary
    // table.
    await sql`
      create table rate_counters (
        name text primary key,
        window_start timestamptz not null,
        count integer not null
      ) with (fillfactor = 50)
    `.execute(db);
    await sql`create index rate_counters_age on rate_counters (window_start)`.execute(db);
  },
};
