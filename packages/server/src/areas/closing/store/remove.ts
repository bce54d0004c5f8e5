/** SQL of the removal of a closed enterprise, in portions that are committed by themselves. */
import { type RawBuilder, sql } from 'kysely';
import type { Database, Db, Tx } from '../../../database/schema.js';
import type { CorpId, UserId } from '../../../operation/context.js';
import { documentIsUnused, fileIsUnused } from '../../../unused-files/references.js';
import { isShared } from './shared.js';

/** Rows of one portion. */
const AT_ONCE = 1000;

type Condition = (corpId: CorpId) => RawBuilder<unknown>;
type Step = readonly [table: keyof Database, where: Condition];

const own: Condition = (corpId) => sql`corp_id = ${corpId}`;
const seen: Condition = (corpId) => sql`viewer_corp_id = ${corpId}`;
const ofApplications: Condition = (corpId) =>
  sql`app_id in (select app_id from applications where corp_id = ${corpId})`;
const ofWebhooks: Condition = (corpId) =>
  sql`webhook_id in (select webhook_id from webhooks where corp_id = ${corpId})`;
const ofLinks: Condition = (corpId) =>
  sql`link_id in (select link_id from link_grants where corp_id = ${corpId})`;

/** Whole tables of the enterprise; what refers to another row precedes it. */
const STEPS: readonly Step[] = [
  ['access_tokens', own],
  ['idempotency_keys', ofApplications],
  ['webhook_deliveries', ofWebhooks],
  ['webhook_messages', own],
  ['webhooks', own],
  ['login_providers', own],
  ['applications', own],
  ['console_sessions', own],
  ['link_sessions', ofLinks],
  ['link_grants', own],
  ['mail_addresses', own],
  ['sms_messages', own],
  ['face_orders', own],
  ['join_requests', own],
  ['personal_contract_permissions', own],
  ['contract_draft_files', own],
  ['contract_drafts', own],
  ['contract_views', own],
  ['template_blocks', own],
  ['page_drafts', own],
  ['place_drafts', own],
  ['template_draft_files', own],
  ['template_drafts', own],
  ['template_version_files', own],
  ['template_versions', own],
  ['template_components', own],
  ['template_copiers', own],
  ['template_attachments', own],
  ['template_participants', own],
  ['template_files', own],
  ['templates', own],
  ['flow_batch_failures', own],
  ['flow_batch_items', own],
  ['flow_batches', own],
  ['flow_notices', own],
  ['approval_proofs', own],
  ['approval_approvers', own],
  ['approvals', own],
  ['auto_sign_consents', own],
  ['seal_authorisations', own],
  ['seal_uses', own],
  ['seal_uploads', own],
  ['electronic_seals', own],
  ['pay_channel_revisions', own],
  ['pay_channels', own],
  ['flow_inbox', seen],
  ['flow_inbox_counts', seen],
  ['flow_search_backfill', seen],
  ['flow_search_pending', seen],
  ['flow_search_flows', seen],
  ['flow_search_postings', seen],
  ['flow_search_segments', seen],
  ['flow_intents', (corpId) => sql`corp_id = ${corpId} and consumed_at is null`],
  ['outbox', (corpId) => sql`corp_id = ${corpId} and delivered_at is not null`],
];

/** Each removes a portion and tells its table and its number; 0: nothing is left. */
export type Portion = (tx: Tx, corpId: CorpId, now: Date) => Promise<number>;

export const portions: readonly (readonly [table: keyof Database, remove: Portion])[] = [
  ...STEPS.map(
    ([table, where]) => [table, (tx: Tx, corpId: CorpId) => removeRows(tx, table, where(corpId))] as const,
  ),
  ['corp_logos', removeLogo],
  ['seals', removeSeals],
  ['flows', removeFlow],
  ['stored_files', removeFiles],
  ['page_pictures', removePictures],
];

async function removeRows(tx: Tx, table: keyof Database, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`
    with gone as (
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${where} limit ${AT_ONCE}
      )) returning 1
    )
    select count(*)::int as count from gone
  `.execute(tx);
  return rows[0]?.count ?? 0;
}

async function removeLogo(tx: Tx, corpId: CorpId, now: Date): Promise<number> {
  const gone = await tx.deleteFrom('corp_logos').where('corp_id', '=', corpId).returning('hash').execute();
  await eraseBlobs(
    tx,
    corpId,
    gone.map(({ hash }) => hash),
    now,
  );
  return gone.length;
}

async function removeSeals(tx: Tx, corpId: CorpId, now: Date): Promise<number> {
  const gone = await tx
    .deleteFrom('seals')
    .where('corp_id', '=', corpId)
    .returning(['drawing_hash', 'image_hash'])
    .execute();
  await eraseBlobs(
    tx,
    corpId,
    gone.flatMap((row) => [row.drawing_hash, row.image_hash]),
    now,
  );
  return gone.length;
}

/** Parts of a contract; what refers to another row precedes it. */
const OF_FLOW = [
  ...['flow_event_texts', 'flow_events', 'flow_signatures', 'flow_archives', 'flow_attachments'],
  ...['flow_components', 'flow_copiers', 'flow_participants', 'flow_fees', 'check_codes', 'flow_notices'],
  ...['flow_intents', 'page_drafts', 'place_drafts'],
] as const;

/** One contract that nobody else takes part in, with everything that belongs to it. */
async function removeFlow(tx: Tx, corpId: CorpId, now: Date): Promise<number> {
  const flow = await tx
    .selectFrom('flows')
    .select('flow_id')
    .where('corp_id', '=', corpId)
    .where((where) => where.not(isShared(corpId)))
    .limit(1)
    .executeTakeFirst();
  if (flow === undefined) return 0;
  const flowId = flow.flow_id;
  const this_ = sql`corp_id = ${corpId} and flow_id = ${flowId}`;
  for (const table of OF_FLOW) await sql`delete from ${sql.table(table)} where ${this_}`.execute(tx);
  // An intent belongs to the enterprise of the token by which it was given.
  await tx.deleteFrom('flow_intents').where('flow_id', '=', flowId).execute();
  await tx.deleteFrom('flow_inbox').where('flow_id', '=', flowId).execute();
  const { rows } = await sql<{ readonly hash: string }>`
    with revisions as (delete from flow_revisions where ${this_} returning hash),
      files as (delete from flow_files where ${this_} returning base_hash)
    select hash from revisions union select base_hash from files
  `.execute(tx);
  await eraseBlobs(
    tx,
    corpId,
    rows.map(({ hash }) => hash),
    now,
  );
  await tx.deleteFrom('flows').where('corp_id', '=', corpId).where('flow_id', '=', flowId).execute();
  return 1;
}

async function removeFiles(tx: Tx, corpId: CorpId, now: Date): Promise<number> {
  const { rows } = await sql<{ readonly hash: string; readonly original_hash: string | null }>`
    delete from stored_files where ctid = any(array(
      select ctid from stored_files where corp_id = ${corpId} and ${fileIsUnused()} limit ${AT_ONCE}
    )) returning hash, original_hash
  `.execute(tx);
  await eraseBlobs(
    tx,
    corpId,
    rows.flatMap(({ hash, original_hash }) => [hash, original_hash ?? hash]),
    now,
  );
  return rows.length;
}

async function removePictures(tx: Tx, corpId: CorpId, now: Date): Promise<number> {
  const { rows } = await sql<{ readonly picture_hash: string }>`
    delete from page_pictures where ctid = any(array(
      select ctid from page_pictures where corp_id = ${corpId} and ${documentIsUnused()} limit ${AT_ONCE}
    )) returning picture_hash
  `.execute(tx);
  await eraseBlobs(
    tx,
    corpId,
    rows.map((row) => row.picture_hash),
    now,
  );
  return rows.length;
}

/** Leaves the blobs to the job that deletes those that nothing refers to. */
async function eraseBlobs(tx: Tx, corpId: CorpId, hashes: readonly string[], now: Date): Promise<void> {
  const each = [...new Set(hashes)];
  if (each.length === 0) return;
  await tx
    .insertInto('erased_blobs')
    .values(each.map((hash) => ({ corp_id: corpId, hash, erased_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Members whose rows are left, in a portion. */
export async function someMembers(db: Db | Tx, corpId: CorpId): Promise<readonly UserId[]> {
  const rows = await db
    .selectFrom('members')
    .select('user_id')
    .where('corp_id', '=', corpId)
    .orderBy('user_id')
    .limit(100)
    .execute();
  return rows.map((row) => row.user_id);
}

export async function deleteMember(tx: Tx, corpId: CorpId, userId: UserId): Promise<void> {
  await tx.deleteFrom('members').where('corp_id', '=', corpId).where('user_id', '=', userId).execute();
}

/** Whether a person is here for anything else: another enterprise, the platform, or contracts of their own. */
export async function belongsElsewhere(tx: Tx, corpId: CorpId, userId: UserId): Promise<boolean> {
  const { rows } = await sql<{ readonly found: boolean }>`
    select exists (
        select from members
        where user_id = ${userId} and corp_id <> ${corpId} and coalesce(state_when_closed, state) <> 'deleted'
      )
      or exists (select from platform_operators where user_id = ${userId})
      or exists (select from flow_participants where psn_id = ${userId} and type = 'person')
      or exists (select from flow_copiers where psn_id = ${userId} and type = 'person') as found
  `.execute(tx);
  return rows[0]?.found !== false;
}

/** What stays of the enterprise is a number and a name; another one may be registered by that name and code. */
export async function emptyCorp(tx: Tx, corpId: CorpId): Promise<void> {
  await sql`
    update corp_closures closure set former_code = corp.corp_code from corps corp
    where closure.corp_id = ${corpId} and corp.corp_id = ${corpId}
  `.execute(tx);
  await tx
    .updateTable('corps')
    .set({
      corp_code: null,
      name_key: `removed ${corpId}`,
      legal_rep_name: null,
      legal_rep_ident_no: null,
      legal_date: null,
      parent_id: null,
      settings: '{}',
    })
    .where('corp_id', '=', corpId)
    .execute();
  await sql`update corp_registrations set legal_rep_ident_no = ''::bytea where corp_id = ${corpId}`.execute(
    tx,
  );
}
