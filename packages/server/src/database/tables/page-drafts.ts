import type { Id } from '@cinnabar/api/schema.js';
import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { JsonColumn } from '../json.js';

/** Page to which a draft of a part of a flow belongs. */
export type DraftPage = 'fill' | 'sign';

/** Input of one person for one part of a flow that is not submitted yet, in the page's own format. */
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

/** Marks placed by the initiator on a draft flow and not sent yet, in the page's own format. */
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
