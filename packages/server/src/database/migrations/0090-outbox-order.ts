import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** The relay takes the oldest undelivered events of all streams, however many delivered ones precede them. */
export const migration: Migration = {
  async up(db) {
    await sql`create index outbox_waiting on outbox (id) where delivered_at is null`.execute(db);
  },
};
