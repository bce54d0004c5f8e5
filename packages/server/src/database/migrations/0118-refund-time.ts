import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** When a refund was recorded, which decides the statement that must list it. */
export const migration: Migration = {
  async up(db) {
    await sql`alter table pay_orders add column refunded_at timestamptz`.execute(db);
    await sql`
      create index pay_orders_refunded on pay_orders (merchant_account, refunded_at) where refunded_at is not null
    `.execute(db);
  },
};
