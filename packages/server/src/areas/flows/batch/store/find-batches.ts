/** Batches as members see them. */
import type { FlowStatus } from '@cinnabar/api/enums.js';
import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import type { ExpressionBuilder } from 'kysely';
import type { Database, Db } from '../../../../database/schema.js';
import type { CorpId, UserId } from '../../../../operation/context.js';
import type { BatchId, Failure } from './batches.js';

/** A batch of a member, without its items. */
export interface MemberBatch {
  readonly batchId: BatchId;
  readonly userId: UserId;
  readonly userName: string;
  readonly templateId: TemplateId;
  readonly templateName: string;
  readonly itemCount: number;
  readonly isConfidential: boolean;
  readonly clientKey: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  /** Whether the contents of the items are still kept. */
  readonly hasContents: boolean;
}

/** The batches that one member started, or those of the enterprise that contain no confidential flow. */
export interface BatchScope {
  readonly corpId: CorpId;
  /** null: the enterprise. */
  readonly startedBy: UserId | null;
}

type Batches = ExpressionBuilder<Database, 'flow_batches'>;

function inScope(where: Batches, { corpId, startedBy }: BatchScope) {
  return where.and([
    where('corp_id', '=', corpId),
    where('user_id', 'is not', null),
    startedBy === null ? where('confidential', '=', false) : where('user_id', '=', startedBy),
  ]);
}

const columns = [
  'batch_id',
  'user_id',
  'user_name',
  'template_id',
  'template_name',
  'item_count',
  'confidential',
  'client_key',
  'created_at',
  'finished_at',
] as const;

function selectBatches(db: Db) {
  return db
    .selectFrom('flow_batches')
    .select(columns)
    .select((where) => where('sealed_items', 'is not', null).as('has_contents'));
}

type Row = Awaited<ReturnType<ReturnType<typeof selectBatches>['execute']>>[number];

function batchOf(row: Row): MemberBatch {
  const { user_id: userId, template_id: templateId } = row;
  if (userId === null || templateId === null) throw new Error(`batch ${row.batch_id} has no member`);
  return {
    batchId: row.batch_id,
    userId,
    userName: row.user_name ?? '',
    templateId,
    templateName: row.template_name ?? '',
    itemCount: row.item_count ?? 0,
    isConfidential: row.confidential,
    clientKey: row.client_key,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    hasContents: Boolean(row.has_contents),
  };
}

/** The newest first. */
export async function findBatches(
  db: Db,
  scope: BatchScope,
  window: { readonly limit: number; readonly offset: number },
): Promise<{ readonly batches: readonly MemberBatch[]; readonly totalCount: number }> {
  const [rows, { count }] = await Promise.all([
    selectBatches(db)
      .where((where) => inScope(where, scope))
      .orderBy('created_at', 'desc')
      .orderBy('batch_id', 'desc')
      .limit(window.limit)
      .offset(window.offset)
      .execute(),
    db
      .selectFrom('flow_batches')
      .select((select) => select.fn.countAll<string>().as('count'))
      .where((where) => inScope(where, scope))
      .executeTakeFirstOrThrow(),
  ]);
  return { batches: rows.map(batchOf), totalCount: Number(count) };
}

/** null: unknown, of another enterprise, or of an earlier version. */
export async function findBatch(db: Db, corpId: CorpId, batchId: BatchId): Promise<MemberBatch | null> {
  const row = await selectBatches(db)
    .where('corp_id', '=', corpId)
    .where('batch_id', '=', batchId)
    .where('user_id', 'is not', null)
    .executeTakeFirst();
  return row === undefined ? null : batchOf(row);
}

/** The contents of the items, encrypted; null: no longer kept. */
export async function sealedItemsOf(db: Db, corpId: CorpId, batchId: BatchId): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('flow_batches')
    .select('sealed_items')
    .where('corp_id', '=', corpId)
    .where('batch_id', '=', batchId)
    .executeTakeFirst();
  return row?.sealed_items ?? null;
}

/** What has become of the items of a batch. */
export interface BatchCounts {
  readonly started: number;
  readonly failed: number;
  readonly statuses: readonly { readonly flowStatus: FlowStatus; readonly count: number }[];
}

/** By batch. */
export async function countItems(
  db: Db,
  corpId: CorpId,
  batchIds: readonly BatchId[],
): Promise<ReadonlyMap<BatchId, BatchCounts>> {
  if (batchIds.length === 0) return new Map();
  const [flows, failures] = await Promise.all([
    db
      .selectFrom('flow_batch_items as started')
      .innerJoin('flows', (join) =>
        join.onRef('flows.corp_id', '=', 'started.corp_id').onRef('flows.flow_id', '=', 'started.flow_id'),
      )
      .select(['started.batch_id', 'flows.status'])
      .select((select) => select.fn.countAll<string>().as('count'))
      .where('started.corp_id', '=', corpId)
      .where('started.batch_id', 'in', batchIds)
      .groupBy(['started.batch_id', 'flows.status'])
      .orderBy('flows.status')
      .execute(),
    db
      .selectFrom('flow_batch_failures as failed')
      .select('failed.batch_id')
      .select((select) => select.fn.countAll<string>().as('count'))
      .where('failed.corp_id', '=', corpId)
      .where('failed.batch_id', 'in', batchIds)
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('flow_batch_items as started')
              .select('started.item')
              .whereRef('started.corp_id', '=', 'failed.corp_id')
              .whereRef('started.batch_id', '=', 'failed.batch_id')
              .whereRef('started.item', '=', 'failed.item'),
          ),
        ),
      )
      .groupBy('failed.batch_id')
      .execute(),
  ]);
  return new Map(
    batchIds.map((batchId) => {
      const statuses = flows
        .filter((row) => row.batch_id === batchId)
        .map(({ status, count }) => ({ flowStatus: status, count: Number(count) }));
      const started = statuses.reduce((sum, { count }) => sum + count, 0);
      const failed = Number(failures.find((row) => row.batch_id === batchId)?.count ?? 0);
      return [batchId, { started, failed, statuses }];
    }),
  );
}

/** The failures of a batch, by item. */
export async function failuresOf(
  db: Db,
  corpId: CorpId,
  batchId: BatchId,
): Promise<ReadonlyMap<number, Failure>> {
  const rows = await db
    .selectFrom('flow_batch_failures')
    .select(['item', 'code', 'reason', 'path', 'words_zh', 'words_en'])
    .where('corp_id', '=', corpId)
    .where('batch_id', '=', batchId)
    .execute();
  return new Map(
    rows.map(({ words_zh: zh, words_en: en, ...failure }) => [
      failure.item,
      { ...failure, words: { zh, en } },
    ]),
  );
}
