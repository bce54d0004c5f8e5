import type { Id } from '@cinnabar/api/schema.js';
import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { JsonColumn } from '../json.js';

/** Which page keeps a draft of a part of a flow. */
export type DraftPage = 'fill' | 'sign';

/** What one person has typed or placed for one part of a flow and not handed in yet; the page's own words. */
export interface PageDraftsTable {
  /** The initiating enterprise of the flow. */
  corp_id: Id<'Corp'>;
  flow_id: FlowId;
  participant_id: ParticipantId;
  user_id: Id<'User'>;
  page: DraftPage;
  /** `{}` where the draft is sealed. */
  content: JsonColumn<unknown>;
  /** The draft under the enterprise's data key; null only for those of earlier versions. */
  sealed: Uint8Array | null;
  updated_at: Date;
}

/** What the initiator of a draft has placed on it and not sent yet; the page's own words. */
export interface PlaceDraftsTable {
  corp_id: Id<'Corp'>;
  flow_id: FlowId;
  /** `{}` where the draft is sealed. */
  draft: JsonColumn<unknown>;
  /** The draft under the enterprise's data key; null only for those of earlier versions. */
  sealed: Uint8Array | null;
  updated_at: Date;
}

export interface PageDraftTables {
  place_drafts: PlaceDraftsTable;
  page_drafts: PageDraftsTable;
}
