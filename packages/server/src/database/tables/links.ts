import type { LinkKind } from '@cinnabar/api/links.js';
import type { Id } from '@cinnabar/api/schema.js';
import type { JsonColumn } from '../json.js';

/** Subject of a link, in addition to its person and enterprise. */
export interface LinkSubject {
  readonly flowId?: Id<'Flow'>;
  readonly participantId?: Id<'Participant'>;
  readonly copierId?: number;
  readonly approvalId?: Id<'Approval'>;
  readonly templateId?: Id<'Template'>;
  readonly registrationId?: Id<'CorpRegistration'>;
  readonly authorisationId?: Id<'SealAuthorisation'>;
}

/** A link that lets one person perform one task. Of its token only a hash is stored. */
export interface LinkGrantsTable {
  link_id: Id<'Link'>;
  token_hash: string;
  kind: LinkKind;
  /** The enterprise to which it belongs; for a flow, the initiating one. */
  corp_id: Id<'Corp'>;
  user_id: Id<'User'>;
  subject: JsonColumn<LinkSubject>;
  return_url: string | null;
  created_at: Date;
  /** Time until which it can be opened. */
  expire_time: Date;
  /** Time at which it was first opened. */
  entered_at: Date | null;
  /** Time at which it was withdrawn or the person's membership ended. */
  ended_at: Date | null;
}

export interface LinkSessionsTable {
  session_hash: string;
  link_id: Id<'Link'>;
  created_at: Date;
  expire_time: Date;
}

export interface LinkTables {
  link_grants: LinkGrantsTable;
  link_sessions: LinkSessionsTable;
}
