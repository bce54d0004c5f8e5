import type { Id } from '@cinnabar/api/schema.js';
import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { JsonColumn } from '../json.js';

/** What one person has typed for one part of a flow and not handed in yet. */
export interface PageDraftsTable {
  /** The initiating enterprise of the flow. */
  corp_id: Id<'Corp'>;
  flow_id: FlowId;
  participant_id: ParticipantId;
  user_id: Id<'User'>;
  draft_values: JsonColumn<unknown>;
  updated_at: Date;
}

/** What one person has placed for one part of a flow and not signed yet; the page's own words. */
export interface SignDraftsTable {
  /** The initiating enterprise of the flow. */
  corp_id: Id<'Corp'>;
  flow_id: FlowId;
  participant_id: ParticipantId;
  user_id: Id<'User'>;
  draft: JsonColumn<unknown>;
  updated_at: Date;
}

/** What the initiator of a draft has placed on it and not sent yet; the page's own words. */
export interface PlaceDraftsTable {
  corp_id: Id<'Corp'>;
  flow_id: FlowId;
  draft: JsonColumn<unknown>;
  updated_at: Date;
}

export interface PageDraftTables {
  place_drafts: PlaceDraftsTable;
  page_drafts: PageDraftsTable;
  sign_drafts: SignDraftsTable;
}
