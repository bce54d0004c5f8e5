import type { FlowStatus, OperateStatus, PaymentPriority, SignStatus } from '@cinnabar/api/enums.js';
import type { Id } from '@cinnabar/api/schema.js';
import type { KeptAttribute, TemplateComponentId } from '@cinnabar/api/schemas/component.js';
import type { ComponentId, FileId, FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { JsonColumn, NullableJsonColumn } from '../json.js';
import type { AwaitedJson } from './awaited.js';

type CorpId = Id<'Corp'>;
type UserId = Id<'User'>;

declare const reached: unique symbol;

/**
 * A status that a flow has reached by a transition of the transition table (areas/flows/flow/rules/states.ts), the only
 * producer of this type: other code and SQL cannot write a status.
 */
export type ReachedStatus = FlowStatus & { readonly [reached]: true };

export interface FlowsTable {
  /** The initiating enterprise. */
  corp_id: CorpId;
  flow_id: FlowId;
  flow_code: string;
  title: string;
  status: ColumnType<FlowStatus, ReachedStatus, ReachedStatus>;
  /** Number of committed changes, used for optimistic locking. */
  revision: number;
  template_id: TemplateId | null;
  initiator_id: UserId;
  initiator_name: string;
  remark: string;
  end_reason: string | null;
  encrypted: boolean;
  confidential: boolean;
  reverse_pay: boolean;
  fee_paid: boolean;
  source_order_code: string | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  deadline: Date | null;
  event_count: number;
  event_head: string | null;
  /** Random part of every digest of the flow's content, so that content cannot be guessed from a digest. */
  digest_salt: string;
  /** Removed from all lists; files and history are kept. */
  deleted_at: Date | null;
  /** Batch in which the flow was started. */
  batch_id: Id<'Batch'> | null;
  /** Time of the last reminder. */
  reminded_at: Date | null;
  /**
   * For an encrypted flow: its texts, encrypted by the enterprise's data key (FlowTexts); their own columns are empty.
   */
  sealed: Generated<Uint8Array | null>;
}

export interface FlowParticipantsTable {
  corp_id: CorpId;
  flow_id: FlowId;
  participant_id: ParticipantId;
  participant_flag: string;
  type: 'enterprise' | 'person';
  fills: boolean;
  signs: boolean;
  participant_corp_id: CorpId | null;
  participant_corp_name: string;
  /** Normalised name (corpNameKey) of an enterprise that is not registered yet; null for all others. */
  awaited_corp_key: string | null;
  psn_id: UserId;
  psn_name: string;
  psn_account: string;
  draft_sort: number;
  sign_order: number;
  sign_status: SignStatus;
  filled: boolean;
  draft_time: Date | null;
  sign_time: Date | null;
  payee_id: Id<'Payee'> | null;
  payee_amount_fen: number | null;
  payee_paid: boolean;
  payee_audited: boolean;
  payee_priority: PaymentPriority | null;
  payee_remark: string | null;
}

export interface FlowFilesTable {
  corp_id: CorpId;
  flow_id: FlowId;
  file_id: FileId;
  sort: number;
  file_code: string;
  file_name: string;
  file_key: string;
  base_hash: string;
  current_hash: string;
  pages: JsonColumn<readonly { readonly width: number; readonly height: number }[]>;
}

/** Every revision ever committed, as evidence. */
export interface FlowRevisionsTable {
  corp_id: CorpId;
  flow_id: FlowId;
  file_id: FileId;
  revision: number;
  hash: string;
  created_at: Date;
}

/** Every signature in a flow's files, with its PAdES level (ETSI EN 319 142-1). */
export interface FlowSignaturesTable {
  corp_id: CorpId;
  flow_id: FlowId;
  file_id: FileId;
  field_name: string;
  /** Position among the signatures of its act in that file, from 0. */
  sort: number;
  participant_id: ParticipantId;
  /** Revision of the flow with which it was committed. */
  revision: number;
  level: 'B-B' | 'B-T' | 'B-LT' | 'B-LTA';
  /** Whether it is the last signature of its act in this file, which should have a timestamp. */
  last_of_act: boolean;
  /** Serial number of the signer's certificate. */
  certificate: string;
  signed_at: Date;
  timestamp_time: Date | null;
  timestamp_authority: string | null;
  timestamp_serial_number: string | null;
  /**
   * The earliest time at which an authority attests its existence: that of its own timestamp, or of one that covers it.
   */
  proven_at: Date | null;
}

/** Long-term validation of a file of a completed flow: its state, and the time of the next step. */
export interface FlowArchivesTable {
  corp_id: CorpId;
  flow_id: FlowId;
  file_id: FileId;
  /** The lowest level among the signatures. */
  level: 'B-B' | 'B-T' | 'B-LT' | 'B-LTA';
  /** Whether the document security store contains all data required to verify the signatures. */
  complete: Generated<boolean>;
  /** Whether a document timestamp covers that data. */
  archived: Generated<boolean>;
  /** Time of the next attempt, or of the renewal of the archive timestamp; null: never. */
  due_at: Date | null;
  /** Number of failed attempts since the last progress. */
  attempts: Generated<number>;
  /** Time of the newest document timestamp. */
  timestamp_time: Generated<Date | null>;
  timestamp_authority: Generated<string | null>;
  timestamp_serial_number: Generated<string | null>;
  /** Time at which the first certificate of its chain expires. */
  timestamp_ends_at: Generated<Date | null>;
}

export interface FlowComponentsTable {
  corp_id: CorpId;
  flow_id: FlowId;
  component_id: ComponentId;
  sort: number;
  participant_id: ParticipantId;
  file_id: FileId;
  template_component_id: TemplateComponentId | null;
  component_key: string | null;
  component_name: string;
  component_type: number;
  value: string | null;
  required: boolean;
  page_num: number;
  position_x: number;
  position_y: number;
  attribute: JsonColumn<KeptAttribute>;
  /** The mark placed by signing; null before that, and if it is not a signature area. */
  placed: NullableJsonColumn<PlacedJson>;
}

/** A mark as it was placed. */
interface PlacedJson {
  readonly kind: 'seal' | 'remark' | 'date';
  readonly free: boolean;
  /** mm. */
  readonly seal: {
    readonly seal: { readonly width: number; readonly height: number };
    readonly size: 'actual' | 'fitted';
    readonly dated: boolean;
  } | null;
  readonly picture: string | null;
  readonly salt: string | null;
}

export interface FlowCopiersTable {
  corp_id: CorpId;
  flow_id: FlowId;
  copier_id: number;
  type: 'person' | 'enterprise';
  copier_corp_id: CorpId | null;
  copier_corp_name: string;
  psn_id: UserId | null;
  psn_name: string;
  psn_account: string;
}

export interface FlowAttachmentsTable {
  corp_id: CorpId;
  flow_id: FlowId;
  attachment_id: Id<'Attachment'>;
  file_name: string;
  file_key: string;
  by_signer: boolean;
  created_at: Date;
  /** For an encrypted flow: the encrypted name; `file_name` is empty. */
  sealed: Generated<Uint8Array | null>;
}

/** The hash chain of a flow; append-only. */
export interface FlowEventsTable {
  corp_id: CorpId;
  flow_id: FlowId;
  sequence: number;
  kind: string;
  created_at: Date;
  /** The exact text of the event that was hashed (RFC 8785). */
  canonical: string;
  hash: string;
}

/**
 * The plain texts of the hashes in an event of an encrypted flow (EventText), encrypted with the enterprise's data key.
 */
export interface FlowEventTextsTable {
  corp_id: CorpId;
  flow_id: FlowId;
  sequence: number;
  sealed: Uint8Array;
}

export interface FlowIntentsTable {
  /** Enterprise of the token with which the intent was confirmed. */
  corp_id: CorpId;
  user_id: UserId;
  flow_id: FlowId;
  intent_id: Id<'Intent'>;
  auth_type: 'sms' | 'pwd' | 'face';
  /** For `face`: the provider that proved it; null for the sandbox's. */
  proof: NullableJsonColumn<{ readonly provider: string; readonly request: string }>;
  /** For `pwd`: whether the person set the password, so that it binds them personally. */
  own_password: boolean;
  /** The person's participant for which the intent is valid. An intent for several participants has a row for each. */
  participant_id: ParticipantId;
  /** Where it was given, and the only place where it is valid: an application, or a link session. */
  channel: string;
  /** Content of the digest: the text only, or the text and the marks of one act. */
  scope: 'text' | 'commands';
  /** SHA-256 of the preimage, hexadecimal. */
  digest: string;
  /** Attachments listed in the preimage; later attachments do not invalidate the intent. */
  attachment_ids: readonly Id<'Attachment'>[];
  /** Canonical JSON from which the digest is computed, encrypted for the initiating enterprise. */
  preimage: Uint8Array;
  created_at: Date;
  expire_time: Date;
  consumed_at: ColumnType<Date | null, never, Date>;
}

/** Entry of a flow in one viewer's lists, with the columns used by their filters. */
export interface FlowInboxTable {
  /** 0: the person, visible from any of their enterprises. */
  viewer_corp_id: number;
  /** 0: the enterprise as a whole. */
  user_id: number;
  flow_id: FlowId;
  owner_corp_id: CorpId;
  owner_corp_name: string;
  flow_code: string;
  title: string;
  /** The title in lower case, generated by the database. */
  folded_title: GeneratedAlways<string>;
  status: FlowStatus;
  description: string;
  initiator_id: UserId;
  initiator_name: string;
  initiated: boolean;
  takes_part: boolean;
  copied: boolean;
  my_turn: boolean;
  my_unfinished: boolean;
  operate_status: OperateStatus;
  confidential: boolean;
  source_order_code: string | null;
  batch_id: Id<'Batch'> | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  deadline: Date | null;
  signer_mobiles: string[];
  signer_corps: string[];
  signer_names: string[];
  template_id: TemplateId | null;
  /** Number of participants who sign, and of those who have; null: written by an earlier version. */
  signers: number | null;
  signed: number | null;
  /** Those who have waited longest, at most five; null: nobody. */
  waiting: NullableJsonColumn<readonly AwaitedJson[]>;
  /** Since when an open flow, or a draft, has been waiting; null: it waits for nobody. */
  waiting_since: Date | null;
  /** Time of the last reminder. */
  reminded_at: Date | null;
  /** For an encrypted flow: title and description, encrypted by the owner's data key; their own columns are empty. */
  sealed: Uint8Array | null;
}

/** Notices sent by text message, so that none is sent twice. */
export interface FlowNoticesTable {
  corp_id: CorpId;
  flow_id: FlowId;
  /** Kind, object and person, such as `sign 401 17`. */
  occasion: string;
  created_at: Date;
}

/** Number of rows of one kind in flow_inbox for a viewer: the sum of all increments of that kind. */
export interface FlowInboxCountsTable
  extends Pick<
    FlowInboxTable,
    | 'viewer_corp_id'
    | 'user_id'
    | 'status'
    | 'confidential'
    | 'initiated'
    | 'takes_part'
    | 'copied'
    | 'my_turn'
  > {
  in_bulk: boolean;
  /** Whether the viewer is the initiator. */
  by_viewer: boolean;
  /** Negative if rows have left this kind. */
  flows: number;
}

/** Check codes on print copies of flows. */
export interface CheckCodesTable {
  code_hash: string;
  corp_id: CorpId;
  flow_id: FlowId;
  created_at: Date;
}

export interface FlowTables {
  flows: FlowsTable;
  flow_participants: FlowParticipantsTable;
  flow_files: FlowFilesTable;
  flow_revisions: FlowRevisionsTable;
  flow_signatures: FlowSignaturesTable;
  flow_archives: FlowArchivesTable;
  check_codes: CheckCodesTable;
  flow_components: FlowComponentsTable;
  flow_copiers: FlowCopiersTable;
  flow_attachments: FlowAttachmentsTable;
  flow_events: FlowEventsTable;
  flow_event_texts: FlowEventTextsTable;
  flow_intents: FlowIntentsTable;
  flow_inbox: FlowInboxTable;
  flow_notices: FlowNoticesTable;
  flow_inbox_counts: FlowInboxCountsTable;
}
