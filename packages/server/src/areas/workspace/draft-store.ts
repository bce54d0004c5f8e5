/** All SQL of drafts. */
import type { DraftContent } from '@cinnabar/api/schemas/contract-draft.js';
import { sql } from 'kysely';
import { openTexts, type SealedPlace, sealTexts } from '../../custody/sealed-texts.js';
import { type Removed, removeCounted } from '../../database/remove-counted.js';
import type { Db, Tx } from '../../database/schema.js';
import type { CorpId, UserId } from '../../operation/context.js';
import { draftsEnded } from '../enterprise/index.js';

/** A member in an enterprise. */
export interface Author {
  readonly corpId: CorpId;
  readonly userId: UserId;
}

export interface StoredDraft {
  readonly draftKey: string;
  readonly version: number;
  readonly updatedAt: Date;
  readonly content: DraftContent;
}

function placeOf({ corpId, userId }: Author, draftKey: string): SealedPlace {
  return { corpId, purpose: `contract draft ${userId} ${draftKey}` };
}

export function sealDraft(db: Db, author: Author, draftKey: string, content: DraftContent) {
  return sealTexts(db, placeOf(author, draftKey), content);
}

/** @returns the version of a draft, which stays locked; null if there is none */
export async function lockDraft(
  tx: Tx,
  { corpId, userId }: Author,
  draftKey: string,
): Promise<number | null> {
  const row = await tx
    .selectFrom('contract_drafts')
    .select('version')
    .where('corp_id', '=', corpId)
    .where('user_id', '=', userId)
    .where('draft_key', '=', draftKey)
    .forUpdate()
    .executeTakeFirst();
  return row?.version ?? null;
}

/** @returns false if another request has added the same draft */
export async function addDraft(
  tx: Tx,
  { corpId, userId }: Author,
  draftKey: string,
  sealed: Uint8Array,
  now: Date,
): Promise<boolean> {
  const added = await tx
    .insertInto('contract_drafts')
    .values({
      corp_id: corpId,
      user_id: userId,
      draft_key: draftKey,
      version: 1,
      sealed,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst();
  return added !== undefined;
}

export async function replaceDraft(
  tx: Tx,
  { corpId, userId }: Author,
  draftKey: string,
  sealed: Uint8Array,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('contract_drafts')
    .set((column) => ({ version: column('version', '+', 1), sealed, updated_at: now }))
    .where('corp_id', '=', corpId)
    .where('user_id', '=', userId)
    .where('draft_key', '=', draftKey)
    .execute();
}

/** The uploads that the draft names from now on. */
export async function keepFilesOfDraft(
  tx: Tx,
  { corpId, userId }: Author,
  draftKey: string,
  fileKeys: readonly string[],
): Promise<void> {
  const rows = [...new Set(fileKeys)].map((fileKey) => ({
    corp_id: corpId,
    user_id: userId,
    draft_key: draftKey,
    file_key: fileKey,
  }));
  await tx
    .deleteFrom('contract_draft_files')
    .where('corp_id', '=', corpId)
    .where('user_id', '=', userId)
    .where('draft_key', '=', draftKey)
    .execute();
  if (rows.length > 0) await tx.insertInto('contract_draft_files').values(rows).execute();
}

export async function countDrafts(db: Db, { corpId, userId }: Author): Promise<number> {
  const { count } = await db
    .selectFrom('contract_drafts')
    .select(sql<number>`count(*)`.as('count'))
    .where('corp_id', '=', corpId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function findDraft(db: Db, author: Author, draftKey: string): Promise<StoredDraft | null> {
  const row = await db
    .selectFrom('contract_drafts')
    .selectAll()
    .where('corp_id', '=', author.corpId)
    .where('user_id', '=', author.userId)
    .where('draft_key', '=', draftKey)
    .executeTakeFirst();
  return row === undefined ? null : opened(db, author, row);
}

/** The drafts of the author, the one saved last first. */
export async function listDrafts(
  db: Db,
  author: Author,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly StoredDraft[]> {
  const rows = await db
    .selectFrom('contract_drafts')
    .selectAll()
    .where('corp_id', '=', author.corpId)
    .where('user_id', '=', author.userId)
    .orderBy('updated_at', 'desc')
    .orderBy('draft_key')
    .limit(limit)
    .offset(offset)
    .execute();
  return Promise.all(rows.map((row) => opened(db, author, row)));
}

export async function removeDraft(tx: Tx, { corpId, userId }: Author, draftKey: string): Promise<void> {
  await tx
    .deleteFrom('contract_drafts')
    .where('corp_id', '=', corpId)
    .where('user_id', '=', userId)
    .where('draft_key', '=', draftKey)
    .execute();
}

interface Row {
  readonly draft_key: string;
  readonly version: number;
  readonly updated_at: Date;
  readonly sealed: Uint8Array;
}

async function opened(db: Db, author: Author, row: Row): Promise<StoredDraft> {
  return {
    draftKey: row.draft_key,
    version: row.version,
    updatedAt: row.updated_at,
    content: await openTexts<DraftContent>(db, placeOf(author, row.draft_key), row.sealed),
  };
}

/** Deletes drafts that nobody has changed since the given time. */
export function removeOldDrafts(db: Db, before: Date, now: Date): Promise<Removed> {
  return removeCounted(db, 'contract_drafts', 'updated_at', draftsEnded('contract_drafts', { before, now }), {
    hasCorp: true,
  });
}
