/** SQL of the erasure of a person. Which tables it covers, and why others keep what they have, is in inventory.ts. */
import { sql } from 'kysely';
import type { Tx } from '../../../database/schema.js';
import { WORKER_SCHEMA } from '../../../jobs/worker-schema.js';
import type { UserId } from '../../../operation/context.js';
import type { BlobName } from '../../../storage/blob-backend.js';
import { fileIsUnused } from '../../../unused-files/references.js';

/** In place of the name of a person whose data were erased. */
const ERASED_NAME = '已注销';

export interface ErasedPerson {
  /** '' if the person had none. */
  readonly mobile: string;
  readonly erasedAt: Date | null;
}

/** Locks the row of the person for the transaction; null if it does not exist. */
export async function lockPerson(tx: Tx, userId: UserId): Promise<ErasedPerson | null> {
  const row = await tx
    .selectFrom('users')
    .select(['mobile', 'erased_at'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : { mobile: row.mobile ?? '', erasedAt: row.erased_at };
}

/** First of all: what was written once can be erased only of persons who are. */
export async function eraseIdentity(tx: Tx, userId: UserId, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      mobile: null,
      real_name: null,
      ident_num: null,
      ident_num_index: null,
      verified_at: null,
      proven_by: null,
      proven_in: null,
      last_proof_at: null,
      erased_at: now,
    })
    .where('user_id', '=', userId)
    .execute();
}

/** Ways to log in and to sign, and everything that was opened by them. */
export async function eraseAccess(tx: Tx, userId: UserId): Promise<void> {
  await sql`
    delete from handwriting_pads pad using link_sessions session, link_grants link
    where pad.session_hash = session.session_hash and link.link_id = session.link_id and link.user_id = ${userId}
  `.execute(tx);
  await sql`
    delete from link_sessions session using link_grants link
    where link.link_id = session.link_id and link.user_id = ${userId}
  `.execute(tx);
  for (const table of [
    'link_grants',
    'person_sessions',
    'console_sessions',
    'platform_sessions',
    'login_devices',
    'login_passwords',
    'login_challenges',
    'totp_factors',
    'recovery_codes',
    'passkeys',
    'person_passwords',
    'approval_proofs',
  ] as const) {
    await deleteOf(tx, table, userId);
  }
  await tx
    .deleteFrom('flow_intents')
    .where('user_id', '=', userId)
    .where('consumed_at', 'is', null)
    .execute();
}

/** Messages to the mobile and by mail, codes and their limits, and jobs that would send more. */
export async function eraseMessages(tx: Tx, userId: UserId, mobile: string): Promise<void> {
  await deleteOf(tx, 'mail_addresses', userId);
  if (mobile === '') return;
  for (const table of ['sms_codes', 'sms_messages', 'sms_rejections', 'sandbox_messages'] as const) {
    await sql`delete from ${sql.table(table)} where mobile = ${mobile}`.execute(tx);
  }
  await sql`delete from rate_counters where name like ${`%:${mobile}`}`.execute(tx);
  await sql`
    delete from ${sql.id(WORKER_SCHEMA, '_private_jobs')} where payload ->> 'mobile' = ${mobile}
  `.execute(tx);
}

/** Drafts, saved views and blocks. Their uploads are deleted when nothing refers to them. */
export async function eraseDrafts(tx: Tx, userId: UserId): Promise<void> {
  for (const table of [
    'contract_draft_files',
    'contract_drafts',
    'contract_views',
    'template_blocks',
    'page_drafts',
  ] as const) {
    await deleteOf(tx, table, userId);
  }
}

/** Face checks, with the identity that was claimed in them. */
export async function eraseFaceChecks(tx: Tx, userId: UserId): Promise<void> {
  await sql`
    delete from sandbox_faces face using face_orders orders
    where orders.h5face_id = face.h5face_id and orders.user_id = ${userId}
  `.execute(tx);
  await deleteOf(tx, 'face_orders', userId);
}

/** Personal seals. @returns the blobs of their pictures */
export async function erasePersonalSeals(tx: Tx, userId: UserId): Promise<readonly BlobName[]> {
  const gone = await tx
    .deleteFrom('personal_seals')
    .where('user_id', '=', userId)
    .returning(['corp_id', 'picture_hash'])
    .execute();
  return gone.map(({ corp_id, picture_hash }) => ({ corpId: corp_id, hash: picture_hash }));
}

/** Uploads that nothing refers to are due at once. @returns their blobs */
export async function eraseUploads(tx: Tx, userId: UserId): Promise<readonly BlobName[]> {
  const unused = await tx
    .updateTable('stored_files')
    .set({ kept_from: new Date(0) })
    .where('created_by', '=', userId)
    .where(fileIsUnused())
    .returning(['corp_id', 'hash', 'original_hash'])
    .execute();
  return unused.flatMap(({ corp_id: corpId, hash, original_hash: original }) =>
    original === null
      ? [{ corpId, hash }]
      : [
          { corpId, hash },
          { corpId, hash: original },
        ],
  );
}

/** What enterprises have stated about the person as a member, and where templates name them. */
export async function eraseMemberships(tx: Tx, userId: UserId, mobile: string): Promise<void> {
  await tx
    .updateTable('members')
    .set({
      user_name: ERASED_NAME,
      job_num: '',
      asserted_name: null,
      asserted_ident_num: null,
      asserted_ident_num_index: null,
      asserted_at: null,
      asserted_by: null,
      signing_password: null,
      password_set_by: null,
      password_set_at: null,
    })
    .where('user_id', '=', userId)
    .execute();
  await deleteOf(tx, 'join_requests', userId);
  // The party is stated at the start again, as in a template that names nobody.
  await sql`
    update template_participants set set_mode = 0, participant_corp_id = null, participant_corp_name = null,
      psn_id = null, psn_account = null, psn_name = null
    where psn_id = ${userId}
  `.execute(tx);
  if (mobile !== '') await sql`delete from template_copiers where psn_account = ${mobile}`.execute(tx);
  for (const [id, name] of [
    ['created_by', 'create_name'],
    ['updated_by', 'update_name'],
    ['version_by', 'version_name'],
  ] as const) {
    await sql`
      update templates set ${sql.id(name)} = ${ERASED_NAME} where ${sql.id(id)} = ${userId}
    `.execute(tx);
  }
  for (const table of ['template_versions', 'template_drafts', 'flow_batches'] as const) {
    await sql`update ${sql.table(table)} set user_name = ${ERASED_NAME} where user_id = ${userId}`.execute(
      tx,
    );
  }
}

/** Records that stay without the data that lead to the person. */
export async function emptyRecords(tx: Tx, userId: UserId): Promise<void> {
  for (const table of ['mobile_changes', 'identity_corrections'] as const) await deleteOf(tx, table, userId);
  for (const table of ['consents', 'personal_contract_permissions'] as const) {
    await sql`update ${sql.table(table)} set address = '', device = null where user_id = ${userId}`.execute(
      tx,
    );
  }
  await sql`update auto_sign_consents set address = null, device = null where user_id = ${userId}`.execute(
    tx,
  );
  await sql`update pay_orders set open_id = null, return_url = null where psn_id = ${userId}`.execute(tx);
  await sql`
    update corp_registrations set legal_rep_ident_no = ''::bytea where legal_rep_user_id = ${userId}
  `.execute(tx);
}

/** The last step: the entry of the erasure itself is among them. */
export async function eraseAuditedData(tx: Tx, userId: UserId): Promise<void> {
  await sql`
    delete from audit_personal_data personal using audit_entries entry
    where entry.entry_id = personal.entry_id and (
      entry.user_id = ${userId} or entry.subject_user_id = ${userId}
      or (entry.object_kind in ('person', 'member') and entry.object_id = ${userId})
    )
  `.execute(tx);
}

/** Leaves the blobs to the job that deletes them. */
export async function insertErasedBlobs(tx: Tx, blobs: readonly BlobName[], now: Date): Promise<void> {
  if (blobs.length === 0) return;
  await tx
    .insertInto('erased_blobs')
    .values(blobs.map(({ corpId, hash }) => ({ corp_id: corpId, hash, erased_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function deleteOf(tx: Tx, table: string, userId: UserId): Promise<void> {
  await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(tx);
}
