import type { FlowStatus, OperateStatus, PaymentPriority, SignStatus } from '@cinnabar/api/enums.js';
import type { Id } from '@cinnabar/api/schema.js';
import type { KeptAttribute, TemplateComponentId } from '@cinnabar/api/schemas/component.js';
import type { ComponentId, FileId, FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { JsonColumn, NullableJsonColumn } from '../json.js';

type CorpId = Id<'Corp'>;
type UserId = Id<'User'>;

declare const reached: unique symbol;

/**
 * A status that a flow has come to by a move of the transition table (areas/flows/flow/rules/states.ts), which alone
 * makes one: neither code nor SQL can write another.
 */
export type ReachedStatus = FlowStatus & { readonly [reached]: true };

export interface FlowsTable {
  /** The initiating enterprise. */
  corp_id: CorpId;
  flow_id: FlowId;
  flow_code: string;
  title: string;
  status: ColumnType<FlowStatus, ReachedStatus, ReachedStatus>;
  /** Counts committed changes; commits are guarded by the number they were built on. */
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
  /** Random; part of every digest of the flow's content, so that none can be guessed back. */
  digest_salt: string;
  /** Out of every list; files and history stay. */
  deleted_at: Date | null;
  /** Flows started together in a batch. */
  batch_id: Id<'Batch'> | null;
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
  /** What the name of an enterprise that is not here yet is compared by (corpNameKey); null for all others. */
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

/** Every revision that was ever committed, for the evidence. */
export interface FlowRevisionsTable {
  corp_id: CorpId;
  flow_id: FlowId;
  file_id: FileId;
  revision: number;
  hash: string;
  created_at: Date;
}

/** Every signature of a flow's files, and the PAdES level that it has reached (ETSI EN 319 142-1). */
export interface FlowSignaturesTable {
  corp_id: CorpId;
  flow_id: FlowId;
  file_id: FileId;
  field_name: string;
  /** Place among those of its act and file, from 0. */
  sort: number;
  participant_id: ParticipantId;
  /** Revision of the flow with which it was committed. */
  revision: number;
  level: 'B-B' | 'B-T' | 'B-LT' | 'B-LTA';
  /** The one of its act in this file that was to carry a timestamp. */
  last_of_act: boolean;
  /** Serial number of the signer's certificate. */
  certificate: string;
  signed_at: Date;
  timestamp_time: Date | null;
  timestamp_authority: string | null;
  timestamp_serial_number: string | null;
  /**
   * The earliest time that an authority vouches for its existence at: its own timestamp's, or of one that covers it.
   */
  proven_at: Date | null;
}

/** Long-term validity of a completed flow's file: what was reached, and when there is more to be done. */
export interface FlowArchivesTable {
  corp_id: CorpId;
  flow_id: FlowId;
  file_id: FileId;
  /** The lowest level among the signatures. */
  level: 'B-B' | 'B-T' | 'B-LT' | 'B-LTA';
  /** Its store holds all that verifying its signatures takes. */
  complete: Generated<boolean>;
  /** And a document timestamp covers that. */
  archived: Generated<boolean>;
  /** When it is tried (again), or the archive timestamp renewed; null: never. */
  due_at: Date | null;
  /** That have failed since something was last reached. */
  attempts: Generated<number>;
  /** Of the newest document timestamp. */
  timestamp_time: Generated<Date | null>;
  timestamp_authority: Generated<string | null>;
  timestamp_serial_number: Generated<string | null>;
  /** When its chain's first certificate ends. */
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
  /** What signing has put there; null for what is not a signature area, and before. */
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
  /** For an encrypted flow: the name; `file_name` is empty. */
  sealed: Generated<Uint8Array | null>;
}

/** The hash chain of a flow; rows are only ever added. */
export interface FlowEventsTable {
  corp_id: CorpId;
  flow_id: FlowId;
  sequence: number;
  kind: string;
  created_at: Date;
  /** The event word for word, as it was hashed (RFC 8785). */
  canonical: string;
  hash: string;
}

/** What the hashes in an event of an encrypted flow stand for (EventText), under the enterprise's data key. */
export interface FlowEventTextsTable {
  corp_id: CorpId;
  flow_id: FlowId;
  sequence: number;
  sealed: Uint8Array;
}

export interface FlowIntentsTable {
  /** The enterprise of the token that the intent was confirmed with. */
  corp_id: CorpId;
  user_id: UserId;
  flow_id: FlowId;
  intent_id: Id<'Intent'>;
  auth_type: 'sms' | 'pwd' | 'face';
  /** For `pwd`: the person set it themselves, so that it binds them personally. */
  own_password: boolean;
  /** Whom it is for, of the person's own. One intent may serve either of several: a row each. */
  participant_id: ParticipantId;
  /** Where it was given, and where alone it can be used: an application, or the session of a link. */
  channel: string;
  /** What the digest covers: the text alone, or the text and the marks of one act. */
  scope: 'text' | 'commands';
  /** SHA-256 of the preimage, hexadecimal. */
  digest: string;
  /** The attachments that the preimage lists; those that follow do not refuse the act. */
  attachment_ids: readonly Id<'Attachment'>[];
  /** The canonical JSON that the digest is taken of, encrypted for the initiating enterprise. */
  preimage: Uint8Array;
  created_at: Date;
  expire_time: Date;
  consumed_at: ColumnType<Date | null, never, Date>;
}

/** What one viewer's lists show of a flow, with the columns that lists filter by. */
export interface FlowInboxTable {
  /** 0: a person for themselves, seen from any enterprise they belong to. */
  viewer_corp_id: number;
  /** 0: the enterprise as a whole. */
  user_id: number;
  flow_id: FlowId;
  owner_corp_id: CorpId;
  owner_corp_name: string;
  flow_code: string;
  title: string;
  /** The title in small letters, made by the database. */
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
  /** For an encrypted flow: title and description, encrypted by the owner's data key; their own columns are empty. */
  sealed: Uint8Array | null;
}

/** Flows that one request starts, each by a commit of its own. */
export interface FlowBatchesTable {
  corp_id: CorpId;
  batch_id: Id<'Batch'>;
  app_id: string;
  /** The Idempotency-Key of the request, until its answer is kept. */
  request_key: string | null;
  /** What the request asked for: one that continues with the batch must ask for the same. */
  request_hash: string;
  created_at: Date;
  finished_at: Date | null;
}

export interface FlowBatchItemsTable {
  corp_id: CorpId;
  batch_id: Id<'Batch'>;
  /** Place in the request, from 0. */
  item: number;
  flow_id: FlowId;
}

/** What somebody was told by text message, so that nobody is told twice. */
export interface FlowNoticesTable {
  corp_id: CorpId;
  flow_id: FlowId;
  /** Kind, object and person, such as `sign 401 17`. */
  occasion: string;
  created_at: Date;
}

/** How many rows of one kind flow_inbox has for a viewer: the sum over all rows here of that kind. */
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
  /** The viewer is the initiator. */
  by_viewer: boolean;
  /** Below 0 where rows have left this kind. */
  flows: number;
}

/** The codes on print copies of flows. */
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
  flow_batches: FlowBatchesTable;
  flow_batch_items: FlowBatchItemsTable;
  flow_notices: FlowNoticesTable;
  flow_inbox_counts: FlowInboxCountsTable;
}
