import type { Id } from '@cinnabar/api/schema.js';
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import type { Generated } from 'kysely';

type CorpId = Id<'Corp'>;
type UserId = Id<'User'>;

/** Flows started by one request, each in a commit of its own. */
export interface FlowBatchesTable {
  corp_id: CorpId;
  batch_id: Id<'Batch'>;
  app_id: string;
  /** Idempotency-Key of the request, until its response is stored. */
  request_key: string | null;
  /** Hash of the request: a request that continues the batch must be the same. */
  request_hash: string;
  created_at: Date;
  finished_at: Date | null;
  /** Who started it; this and the columns after it are null in batches of earlier versions. */
  user_id: UserId | null;
  user_name: string | null;
  template_id: TemplateId | null;
  template_name: string | null;
  item_count: number | null;
  /** Whether one of its flows is confidential. */
  confidential: Generated<boolean>;
  /** Idempotency-Key of the request, for the caller to find the batch again. */
  client_key: string | null;
  /** The items of the request, encrypted, while some of them can be started again. */
  sealed_items: Uint8Array | null;
}

/** Why items have no flow. The row of an item that was started later remains, and counts no longer. */
export interface FlowBatchFailuresTable {
  corp_id: CorpId;
  batch_id: Id<'Batch'>;
  item: number;
  code: string;
  reason: string | null;
  path: string | null;
  words_zh: string;
  words_en: string;
  failed_at: Date;
}

export interface FlowBatchItemsTable {
  corp_id: CorpId;
  batch_id: Id<'Batch'>;
  /** Position in the request, from 0. */
  item: number;
  flow_id: FlowId;
}

export interface BatchTables {
  flow_batches: FlowBatchesTable;
  flow_batch_items: FlowBatchItemsTable;
  flow_batch_failures: FlowBatchFailuresTable;
}
