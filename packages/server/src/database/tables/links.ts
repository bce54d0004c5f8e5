import type { LinkKind } from '@cinnabar/api/links.js';
import type { Id } from '@cinnabar/api/schema.js';
import type { JsonColumn } from '../json.js';

/** What a link is about, beside its person and enterprise. */
export interface LinkSubject {
  readonly flowId?: Id<'Flow'>;
  readonly participantId?: Id<'Participant'>;
  readonly copierId?: number;
  readonly approvalId?: Id<'Approval'>;
  readonly templateId?: Id<'Template'>;
  readonly registrationId?: Id<'CorpRegistration'>;
  readonly authorisationId?: Id<'SealAuthorisation'>;
}

/** A link that lets one person do one thing; nothing of its token is stored but a hash. */
export interface LinkGrantsTable {
  link_id: Id<'Link'>;
  token_hash: string;
  kind: LinkKind;
  /** The enterprise that it belongs to; of a flow, the initiating one. */
  corp_id: Id<'Corp'>;
  user_id: Id<'User'>;
  subject: JsonColumn<LinkSubject>;
  return_url: string | null;
  created_at: Date;
  /** Until then it can be entered. */
  expire_time: Date;
  /** First entered. */
  entered_at: Date | null;
  /** Withdrawn, or its person is not a member any more. */
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
