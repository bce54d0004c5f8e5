import type { PartyType, SetMode, TemplateStatus } from '@cinnabar/api/enums.js';
import type { Id } from '@cinnabar/api/schema.js';
import type { KeptAttribute, TemplateComponentId } from '@cinnabar/api/schemas/component.js';
import type {
  BusinessType,
  TemplateAttachmentId,
  TemplateCopierId,
  TemplateFileId,
  TemplateId,
  TemplateParticipantId,
} from '@cinnabar/api/schemas/template.js';
import type { JsonColumn } from '../json.js';

export interface TemplatesTable {
  corp_id: Id<'Corp'>;
  template_id: TemplateId;
  template_code: string;
  template_name: string;
  /** 0 disabled, 1 enabled. */
  template_status: TemplateStatus;
  /** 0 ordinary, 1 encrypted. */
  encrypt_flag: 0 | 1;
  created_by: Id<'User'>;
  create_name: string;
  created_at: Date;
  updated_by: Id<'User'>;
  update_name: string;
  updated_at: Date;
  deleted_at: Date | null;
  /** From 1, one more with each change. */
  version: number;
  version_note: string;
  /** When and by whom the version was made; null for one of an earlier program: its last change. */
  version_at: Date | null;
  version_by: Id<'User'> | null;
  version_name: string | null;
}

export interface TemplateParticipantsTable {
  corp_id: Id<'Corp'>;
  template_id: TemplateId;
  participant_id: TemplateParticipantId;
  participant_flag: string;
  /** 1 enterprise, 0 personal. */
  participant_type: PartyType;
  /** '1' fill, '2' sign. */
  business_types: BusinessType[];
  set_mode: SetMode;
  /** The enterprise of that name, if it was known when the template was created. */
  participant_corp_id: Id<'Corp'> | null;
  participant_corp_name: string | null;
  psn_id: Id<'User'> | null;
  psn_account: string | null;
  psn_name: string | null;
  draft_sort: number;
  sign_order: number;
}

export interface TemplateFilesTable {
  corp_id: Id<'Corp'>;
  template_id: TemplateId;
  file_id: TemplateFileId;
  position: number;
  file_name: string;
  file_key: string;
}

export interface TemplateCopiersTable {
  corp_id: Id<'Corp'>;
  template_id: TemplateId;
  copier_id: TemplateCopierId;
  position: number;
  /** 0 personal, 1 enterprise. */
  copier_type: PartyType;
  psn_account: string | null;
  psn_name: string | null;
  corp_name: string | null;
}

export interface TemplateAttachmentsTable {
  corp_id: Id<'Corp'>;
  template_id: TemplateId;
  attachment_id: TemplateAttachmentId;
  position: number;
  file_name: string;
  file_key: string;
}

/** Controls. Lengths are px on the page as displayed; width and height are in `attribute`. */
export interface TemplateComponentsTable {
  corp_id: Id<'Corp'>;
  template_id: TemplateId;
  component_id: TemplateComponentId;
  position: number;
  participant_id: TemplateParticipantId;
  file_id: TemplateFileId;
  component_key: string | null;
  component_name: string;
  component_type: number;
  /** The value as drawn. */
  value: string | null;
  required: 0 | 1;
  page_num: number;
  position_x: number;
  position_y: number;
  /** The text by which it is placed, which occurrence of it, and the distance from it; all null without one. */
  keyword: string | null;
  keyword_index: number | null;
  offset_x: number | null;
  offset_y: number | null;
  attribute: JsonColumn<KeptAttribute>;
}

/** A template before a change. */
export interface TemplateVersionsTable {
  corp_id: Id<'Corp'>;
  template_id: TemplateId;
  version: number;
  made_at: Date;
  user_id: Id<'User'>;
  user_name: string;
  note: string;
  /** Its content under the enterprise's data key. */
  sealed: Uint8Array;
}

/** The stored files of a version, which it protects from deletion. */
export interface TemplateVersionFilesTable {
  corp_id: Id<'Corp'>;
  template_id: TemplateId;
  version: number;
  file_key: string;
}

/** A template that is being designed; at most one draft for each template. */
export interface TemplateDraftsTable {
  corp_id: Id<'Corp'>;
  draft_id: string;
  /** null: a new template. */
  template_id: TemplateId | null;
  template_name: string;
  /** From 1, one more with each save. */
  version: number;
  /** The draft under the enterprise's data key. */
  sealed: Uint8Array;
  /** Time of the template's last change that the draft contains. */
  based_on: Date | null;
  /** Who edited it last. */
  user_id: Id<'User'>;
  user_name: string;
  updated_at: Date;
}

/** The stored files that a draft names and protects from deletion. */
export interface TemplateDraftFilesTable {
  corp_id: Id<'Corp'>;
  draft_id: string;
  file_key: string;
}

export interface TemplateTables {
  templates: TemplatesTable;
  template_participants: TemplateParticipantsTable;
  template_files: TemplateFilesTable;
  template_copiers: TemplateCopiersTable;
  template_attachments: TemplateAttachmentsTable;
  template_components: TemplateComponentsTable;
  template_versions: TemplateVersionsTable;
  template_version_files: TemplateVersionFilesTable;
  template_drafts: TemplateDraftsTable;
  template_draft_files: TemplateDraftFilesTable;
}
