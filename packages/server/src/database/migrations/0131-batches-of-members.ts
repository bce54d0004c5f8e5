import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/**
 * Who started a batch from which template, what was asked for, and why items failed, so that members see their batches
 * and can start failed items again. Batches of earlier versions lack all of it and are not listed.
 */
export const migration: Migration = {
  async up(db) {
    await sql`
      alter table flow_batches
        add column user_id bigint,
        add column user_name text,
        add column template_id bigint,
        add column template_name text,
        add column item_count integer,
        add column confidential boolean not null default false,
        add column client_key text,
        add column sealed_items bytea
    `.execute(db);
    await sql`
      create index flow_batches_newest on flow_batches (corp_id, created_at desc, batch_id desc)
      where user_id is not null
    `.execute(db);
    await sql`
      create table flow_batch_failures (
        corp_id bigint not null,
        batch_id bigint not null,
        item integer not null,
        code text not null,
        reason text,
        path text,
        words_zh text not null,
        words_en text not null,
        failed_at timestamptz not null,
        primary key (corp_id, batch_id, item),
        foreign key (corp_id, batch_id) references flow_batches
      )
    `.execute(db);
  },
};
