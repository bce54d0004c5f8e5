/** What a run of housekeeping has removed of a kind of data. */
export interface RetentionRemovalsTable {
  /** Time of the run. */
  removed_at: Date;
  kind: string;
  /** The enterprise whose data it was; 0: of none. */
  corp_id: number;
  rows: number;
}

export interface RetentionTables {
  retention_removals: RetentionRemovalsTable;
}
