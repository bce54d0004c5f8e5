import type { ColumnType, Generated } from 'kysely';
import type { JsonColumn } from '../json.js';

export interface SettingsTable {
  name: string;
  value: JsonColumn<unknown>;
}

/** Events of the areas, written in the transaction that they tell of (jobs/outbox.ts delivers them). */
export interface OutboxTable {
  id: Generated<number>;
  corp_id: number;
  /** What the order is kept within: a flow, an order, a member. */
  stream: string;
  topic: string;
  payload: JsonColumn<unknown>;
  /** Its number within its series, for who is told outside; null for what is not numbered. */
  sequence: number | null;
  created_at: Date;
  delivered_at: ColumnType<Date | null, never, Date>;
}

/** The last number given in a series of events, such as those of one flow. */
export interface OutboxSeriesTable {
  series: string;
  last: number;
}

/** One row for each (application, key): the answer that a repeated request gets again. */
export interface IdempotencyKeysTable {
  app_id: string;
  key: string;
  operation: string;
  /** SHA-256 of the canonical request. */
  body_hash: Uint8Array;
  state: 'running' | 'done';
  /** True from the commit of the operation's own transaction on: a crash after it must not let the request run again. */
  committed: Generated<boolean>;
  status: number | null;
  body: string | null;
  created_at: Date;
  /** Until when a running request holds the key; past it the process behind it is taken for dead. */
  lease: Date;
}

/** Fixed windows: attempts of one name (a mobile, an address, a user) since window_start. */
export interface RateCountersTable {
  name: string;
  window_start: Date;
  count: number;
}

export interface FoundationTables {
  settings: SettingsTable;
  outbox: OutboxTable;
  outbox_series: OutboxSeriesTable;
  idempotency_keys: IdempotencyKeysTable;
  rate_counters: RateCountersTable;
}
