import type { ColumnType } from 'kysely';

/** The root of a day's tree over the histories of flows. */
export interface EvidenceRootsTable {
  /** Counted from 1 without gaps: the first leaf of each tree is the root before. */
  number: number;
  /** UTC, as `2026-11-21`. */
  day: ColumnType<string, string, never>;
  /** Lower-case hexadecimal. */
  root: string;
  /** Includes the previous root. */
  leaves: number;
  made_at: Date;
  /** Timestamp token over the root, DER; null while no authority has answered. */
  token: ColumnType<Uint8Array | null, never, Uint8Array>;
  timestamp_time: ColumnType<Date | null, never, Date>;
  timestamp_authority: ColumnType<string | null, never, string>;
}

/** The histories in a tree, by their place in it; place 0 is the root before. */
export interface EvidenceLeavesTable {
  number: number;
  position: number;
  corp_id: number;
  flow_id: number;
  event_count: number;
  event_head: string;
}

export interface EvidenceTables {
  evidence_roots: EvidenceRootsTable;
  evidence_leaves: EvidenceLeavesTable;
}
