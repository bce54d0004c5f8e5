import type { ColumnType } from 'kysely';

/** The daily root over the histories of all flows. */
export interface EvidenceRootsTable {
  /** Numbered from 1 without gaps: the first leaf of each tree is the previous root. */
  number: number;
  /** UTC, as `2026-11-21`. */
  day: ColumnType<string, string, never>;
  /** Lower-case hexadecimal. */
  root: string;
  /** Includes the previous root. */
  leaves: number;
  made_at: Date;
  /** Timestamp token over the root, DER; null until an authority has responded. */
  token: ColumnType<Uint8Array | null, never, Uint8Array>;
  timestamp_time: ColumnType<Date | null, never, Date>;
  timestamp_authority: ColumnType<string | null, never, string>;
}

/** The histories in a tree, by position; position 0 is the previous root. */
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
