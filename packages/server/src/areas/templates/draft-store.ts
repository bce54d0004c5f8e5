/** All SQL of drafts of templates. */
import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import type { TemplateDocument } from '@cinnabar/api/schemas/template-draft.js';
import { openTexts, type SealedPlace, sealTexts } from '../../custody/sealed-texts.js';
import type { Db, Tx } from '../../database/schema.js';
import type { CorpId, UserId } from '../../operation/context.js';
import type { Change } from './store.js';

export interface HeldDraft {
  readonly draftId: string;
  /** null: a new template. */
  readonly templateId: TemplateId | null;
  readonly templateName: string;
  readonly version: number;
  /** Who edited it last, and when. */
  readonly userId: UserId;
  readonly userName: string;
  readonly time: Date;
  /** Time of the template's last change that the draft contains. */
  readonly basedOn: Date | null;
}

/** A draft by its own id or by that of its template, of which there is at most one. */
export type DraftReference = { readonly draftId: string } | { readonly templateId: TemplateId };

const FIELDS = [
  'draft_id',
  'template_id',
  'template_name',
  'version',
  'user_id',
  'user_name',
  'updated_at',
  'based_on',
] as const;

interface Row {
  readonly draft_id: string;
  readonly template_id: TemplateId | null;
  readonly template_name: string;
  readonly version: number;
  readonly user_id: UserId;
  readonly user_name: string;
  readonly updated_at: Date;
  readonly based_on: Date | null;
}

function heldOf(row: Row): HeldDraft {
  return {
    draftId: row.draft_id,
    templateId: row.template_id,
    templateName: row.template_name,
    version: row.version,
    userId: row.user_id,
    userName: row.user_name,
    time: row.updated_at,
    basedOn: row.based_on,
  };
}

function placeOf(corpId: CorpId, draftId: string): SealedPlace {
  return { corpId, purpose: `template draft ${draftId}` };
}

export function sealDraft(db: Db, corpId: CorpId, draftId: string, document: TemplateDocument) {
  return sealTexts(db, placeOf(corpId, draftId), document);
}

function drafts(db: Db | Tx, corpId: CorpId, reference: DraftReference) {
  const all = db.selectFrom('template_drafts').where('corp_id', '=', corpId);
  return 'draftId' in reference
    ? all.where('draft_id', '=', reference.draftId)
    : all.where('template_id', '=', reference.templateId);
}

export async function findDraft(
  db: Db | Tx,
  corpId: CorpId,
  reference: DraftReference,
): Promise<(HeldDraft & { readonly document: TemplateDocument }) | null> {
  const row = await drafts(db, corpId, reference)
    .select([...FIELDS, 'sealed'])
    .executeTakeFirst();
  if (row === undefined) return null;
  const document = await openTexts<TemplateDocument>(db, placeOf(corpId, row.draft_id), row.sealed);
  return { ...heldOf(row), document };
}

/** The draft without its content, which stays locked. */
export async function lockDraft(
  tx: Tx,
  corpId: CorpId,
  reference: DraftReference,
): Promise<HeldDraft | null> {
  const row = await drafts(tx, corpId, reference).select(FIELDS).forUpdate().executeTakeFirst();
  return row === undefined ? null : heldOf(row);
}

/** The drafts of the enterprise, the one saved last first. */
export async function listDrafts(
  db: Db,
  corpId: CorpId,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly items: readonly HeldDraft[]; readonly totalCount: number }> {
  const all = db.selectFrom('template_drafts').where('corp_id', '=', corpId);
  const [rows, { count }] = await Promise.all([
    all
      .select(FIELDS)
      .orderBy('updated_at', 'desc')
      .orderBy('draft_id')
      .limit(limit)
      .offset(offset)
      .execute(),
    all.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { items: rows.map(heldOf), totalCount: count };
}

/** Drafts of new templates. */
export async function countNewDrafts(tx: Tx, corpId: CorpId): Promise<number> {
  const { count } = await tx
    .selectFrom('template_drafts')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('corp_id', '=', corpId)
    .where('template_id', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export interface SavedContent {
  readonly templateName: string;
  readonly sealed: Uint8Array;
  readonly basedOn: Date | null;
  readonly by: Change;
}

/** @returns false if another request has added the same draft, or one of the same template */
export async function addDraft(
  tx: Tx,
  corpId: CorpId,
  { draftId, templateId }: Pick<HeldDraft, 'draftId' | 'templateId'>,
  { templateName, sealed, basedOn, by }: SavedContent,
): Promise<boolean> {
  const added = await tx
    .insertInto('template_drafts')
    .values({
      corp_id: corpId,
      draft_id: draftId,
      template_id: templateId,
      template_name: templateName,
      version: 1,
      sealed,
      based_on: basedOn,
      user_id: by.userId,
      user_name: by.userName,
      updated_at: by.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst();
  return added !== undefined;
}

export async function replaceDraft(
  tx: Tx,
  corpId: CorpId,
  draftId: string,
  { templateName, sealed, basedOn, by }: SavedContent,
): Promise<void> {
  await tx
    .updateTable('template_drafts')
    .set((column) => ({
      version: column('version', '+', 1),
      template_name: templateName,
      sealed,
      based_on: basedOn,
      user_id: by.userId,
      user_name: by.userName,
      updated_at: by.now,
    }))
    .where('corp_id', '=', corpId)
    .where('draft_id', '=', draftId)
    .execute();
}

/** From now on somebody else edits it: the next save of the former editor is one of an older version. */
export async function takeDraftOver(tx: Tx, corpId: CorpId, draftId: string, by: Change): Promise<void> {
  await tx
    .updateTable('template_drafts')
    .set((column) => ({
      version: column('version', '+', 1),
      user_id: by.userId,
      user_name: by.userName,
      updated_at: by.now,
    }))
    .where('corp_id', '=', corpId)
    .where('draft_id', '=', draftId)
    .execute();
}

/** The stored files that the draft names from now on. */
export async function keepFilesOfDraft(
  tx: Tx,
  corpId: CorpId,
  draftId: string,
  fileKeys: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('template_draft_files')
    .where('corp_id', '=', corpId)
    .where('draft_id', '=', draftId)
    .execute();
  const rows = [...new Set(fileKeys)].map((file_key) => ({ corp_id: corpId, draft_id: draftId, file_key }));
  if (rows.length > 0) await tx.insertInto('template_draft_files').values(rows).execute();
}

export async function removeDraft(tx: Tx, corpId: CorpId, draftId: string): Promise<void> {
  await tx
    .deleteFrom('template_drafts')
    .where('corp_id', '=', corpId)
    .where('draft_id', '=', draftId)
    .execute();
}
