import type { ColumnType, Generated } from 'kysely';
import type { JsonColumn } from '../json.js';

export interface SettingsTable {
  name: string;
  value: JsonColumn<unknown>;
}

/** Events of the areas, written in the transaction that they describe and delivered by jobs/outbox.ts. */
export interface OutboxTable {
  id: Generated<number>;
  corp_id: number;
  /** Delivery order is preserved within a stream: a flow, an order, a member. */
  stream: string;
  topic: string;
  payload: JsonColumn<unknown>;
  /** Number within its series, for external recipients; null if it is not numbered. */
  sequence: number | null;
  created_at: Date;
  delivered_at: ColumnType<Date | null, never, Date>;
}

/** Last number assigned in a series of events, such as those of one flow. */
export interface OutboxSeriesTable {
  series: string;
  last: number;
}

/** One row for each application and key: the response that a repeated request receives. */
export interface IdempotencyKeysTable {
  app_id: string;
  key: string;
  operation: string;
  /** SHA-256 of the canonical request. */
  body_hash: Uint8Array;
  state: 'running' | 'done';
  /** True from the commit of the operation's transaction on: after a crash the request must not be executed again. */
  committed: Generated<boolean>;
  status: number | null;
  body: string | null;
  created_at: Date;
  /** How long a running request holds the key; afterwards its process is considered dead. */
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
