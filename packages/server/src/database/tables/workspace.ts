import type { Id } from '@cinnabar/api/schema.js';

/** A contract that a member is writing. */
export interface ContractDraftsTable {
  corp_id: Id<'Corp'>;
  user_id: Id<'User'>;
  /** Chosen by the caller. */
  draft_key: string;
  /** From 1, one more with each save. */
  version: number;
  /** The draft under the enterprise's data key. */
  sealed: Uint8Array;
  updated_at: Date;
}

/** The uploads of a draft, which they protect from deletion. */
export interface ContractDraftFilesTable {
  corp_id: Id<'Corp'>;
  user_id: Id<'User'>;
  draft_key: string;
  file_key: string;
}

/** The saved views of a member. */
export interface ContractViewsTable {
  corp_id: Id<'Corp'>;
  user_id: Id<'User'>;
  /** All views in their order, under the enterprise's data key: filters contain names and mobiles. */
  sealed: Uint8Array;
}

/** The blocks of controls of a member. */
export interface TemplateBlocksTable {
  corp_id: Id<'Corp'>;
  user_id: Id<'User'>;
  /** All blocks, under the enterprise's data key: default values may be of a contract. */
  sealed: Uint8Array;
}

export interface WorkspaceTables {
  contract_drafts: ContractDraftsTable;
  contract_draft_files: ContractDraftFilesTable;
  contract_views: ContractViewsTable;
  template_blocks: TemplateBlocksTable;
}
