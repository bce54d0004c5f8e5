/** Index for finding flows of an enterprise by a part of a text; see areas/flows/lists/store/gather-search.ts. */
import type { Id } from '@cinnabar/api/schema.js';
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { GeneratedAlways } from 'kysely';

type CorpId = Id<'Corp'>;

/**
 * Flows that are in no segment yet, or whose texts have changed since, with these texts in lower case. Written by the
 * trigger of flow_inbox.
 */
export interface FlowSearchPendingTable {
  viewer_corp_id: CorpId;
  entry: GeneratedAlways<number>;
  flow_id: FlowId;
  created_at: Date;
  /** Empty for encrypted flows. */
  title: string;
  corps: string;
  names: string;
  /** Null if the row is of an earlier version. */
  mobiles: string | null;
}

/** One row while flows of earlier versions are being listed for addition: the last flow listed. */
export interface FlowSearchBackfillTable {
  viewer_corp_id: number;
  flow_id: number;
}

/** Up to 4096 flows that were added to the index together. */
export interface FlowSearchSegmentsTable {
  viewer_corp_id: CorpId;
  segment: number;
  /** List position of the newest flow of the segment. */
  newest_at: Date;
  newest_flow_id: FlowId;
  /** Whether the index has the mobiles of its signers; false if an earlier version built the segment. */
  has_mobiles: boolean;
}

/** The flows of a segment in list order, in chunks small enough to be stored in the row. */
export interface FlowSearchFlowsTable {
  viewer_corp_id: CorpId;
  segment: number;
  chunk: number;
  flow_ids: FlowId[];
}

/** Which flows of a segment contain a gram. */
export interface FlowSearchPostingsTable {
  viewer_corp_id: CorpId;
  field: number;
  gram: string;
  segment: number;
  places: Uint8Array;
}

export interface FlowSearchTables {
  flow_search_pending: FlowSearchPendingTable;
  flow_search_backfill: FlowSearchBackfillTable;
  flow_search_segments: FlowSearchSegmentsTable;
  flow_search_flows: FlowSearchFlowsTable;
  flow_search_postings: FlowSearchPostingsTable;
}
