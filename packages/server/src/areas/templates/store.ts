/** All SQL of templates. Deleted templates are treated as missing. */
import type { TemplateStatus } from '@cinnabar/api/enums.js';
import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import { type Insertable, type Selectable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { fixedQuery, type Value } from '../../database/fixed-query.js';
import type { Db, Tx } from '../../database/schema.js';
import { substringPattern } from '../../database/substring-pattern.js';
import type {
  TemplateAttachmentsTable,
  TemplateComponentsTable,
  TemplateCopiersTable,
  TemplateFilesTable,
  TemplateParticipantsTable,
  TemplatesTable,
} from '../../database/tables/templates.js';
import type { CorpId, UserId } from '../../operation/context.js';
import type { StoredFileJson } from '../../storage/stored-files.js';
import { type ElementRows, insertElements } from './store-elements.js';

export type TemplateRow = Selectable<TemplatesTable>;
export type ParticipantRow = Selectable<TemplateParticipantsTable>;
export type FileRow = Selectable<TemplateFilesTable>;
export type CopierRow = Selectable<TemplateCopiersTable>;
export type AttachmentRow = Selectable<TemplateAttachmentsTable>;
export type ComponentRow = Selectable<TemplateComponentsTable>;

/** Selects a template by its id, or by its human-readable code. */
export type TemplateReference = { readonly templateId: TemplateId } | { readonly templateCode: string };

/** The template, unless it is deleted or belongs to another enterprise. */
export async function findTemplate(
  db: Db | Tx,
  corpId: CorpId,
  reference: TemplateReference,
): Promise<TemplateRow | null> {
  const templates = db
    .selectFrom('templates')
    .selectAll()
    .where('corp_id', '=', corpId)
    .where('deleted_at', 'is', null);
  const one =
    'templateId' in reference
      ? templates.where('template_id', '=', reference.templateId)
      : templates.where('template_code', '=', reference.templateCode);
  return (await one.executeTakeFirst()) ?? null;
}

/** Which of these are templates of the enterprise. */
export async function existingTemplates(
  db: Db | Tx,
  corpId: CorpId,
  templateIds: readonly TemplateId[],
): Promise<ReadonlySet<TemplateId>> {
  if (templateIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('templates')
    .select('template_id')
    .where('corp_id', '=', corpId)
    .where('template_id', 'in', templateIds)
    .where('deleted_at', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.template_id));
}

/** Like findTemplate, and locks the template and its elements until the transaction ends. */
export async function lockTemplate(
  tx: Tx,
  corpId: CorpId,
  templateId: TemplateId,
): Promise<TemplateRow | null> {
  const row = await tx
    .selectFrom('templates')
    .selectAll()
    .where('corp_id', '=', corpId)
    .where('template_id', '=', templateId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export interface TemplateElements {
  readonly participants: readonly ParticipantRow[];
  readonly files: readonly FileRow[];
  readonly components: readonly ComponentRow[];
  readonly copiers: readonly CopierRow[];
  readonly attachments: readonly AttachmentRow[];
}

/** A row with the stored file to which it refers. */
type WithStoredFile<Row> = Row & { readonly stored: StoredFileJson };

export interface WholeTemplate extends TemplateElements {
  readonly template: TemplateRow;
  readonly files: readonly WithStoredFile<FileRow>[];
  readonly attachments: readonly WithStoredFile<AttachmentRow>[];
}

/**
 * The template with its elements in order: participants by draftSort, the rest as given. By one statement and therefore
 * one snapshot: a concurrent change could otherwise yield controls without their participants.
 */
export async function findWholeTemplate(
  db: Db | Tx,
  corpId: CorpId,
  reference: TemplateReference,
): Promise<WholeTemplate | null> {
  const [row] =
    'templateId' in reference
      ? await templateQuery(db, corpId, reference.templateId)
      : await templateByCodeQuery(db, corpId, reference.templateCode);
  if (row === undefined) return null;
  const { participants, files, components, copiers, attachments, ...template } = row;
  return { template, participants, files, components, copiers, attachments };
}

const templateQuery = fixedQuery((db, corpId: Value<CorpId>, templateId: Value<TemplateId>) =>
  wholeTemplates(db, corpId).where('templates.template_id', '=', templateId),
);

const templateByCodeQuery = fixedQuery((db, corpId: Value<CorpId>, templateCode: Value<string>) =>
  wholeTemplates(db, corpId).where('templates.template_code', '=', templateCode),
);

const storedFile = sql<StoredFileJson>`to_json(stored_files)`.as('stored');

function wholeTemplates(db: Db | Tx, corpId: Value<CorpId>) {
  return db
    .selectFrom('templates')
    .selectAll('templates')
    .select((template) => [
      // jsonArrayFrom would declare the business types, which are digits, as numbers.
      sql<ParticipantRow[]>`(
        select coalesce(json_agg(participant order by draft_sort), '[]')
        from template_participants as participant
        where participant.corp_id = templates.corp_id and participant.template_id = templates.template_id
      )`.as('participants'),
      jsonArrayFrom(
        template
          .selectFrom('template_files as file')
          .innerJoin('stored_files', (join) =>
            join
              .onRef('stored_files.corp_id', '=', 'file.corp_id')
              .onRef('stored_files.file_key', '=', 'file.file_key'),
          )
          .selectAll('file')
          .select(storedFile)
          .whereRef('file.corp_id', '=', 'templates.corp_id')
          .whereRef('file.template_id', '=', 'templates.template_id')
          .orderBy('position'),
      ).as('files'),
      jsonArrayFrom(
        template
          .selectFrom('template_components as component')
          .selectAll('component')
          .whereRef('component.corp_id', '=', 'templates.corp_id')
          .whereRef('component.template_id', '=', 'templates.template_id')
          .orderBy('position')
          .orderBy('component_id'),
      ).as('components'),
      jsonArrayFrom(
        template
          .selectFrom('template_copiers as copier')
          .selectAll('copier')
          .whereRef('copier.corp_id', '=', 'templates.corp_id')
          .whereRef('copier.template_id', '=', 'templates.template_id')
          .orderBy('position'),
      ).as('copiers'),
      jsonArrayFrom(
        template
          .selectFrom('template_attachments as attachment')
          .innerJoin('stored_files', (join) =>
            join
              .onRef('stored_files.corp_id', '=', 'attachment.corp_id')
              .onRef('stored_files.file_key', '=', 'attachment.file_key'),
          )
          .selectAll('attachment')
          .select(storedFile)
          .whereRef('attachment.corp_id', '=', 'templates.corp_id')
          .whereRef('attachment.template_id', '=', 'templates.template_id')
          .orderBy('position'),
      ).as('attachments'),
    ])
    .where('templates.corp_id', '=', corpId)
    .where('templates.deleted_at', 'is', null);
}

export async function templateNameTaken(db: Db | Tx, corpId: CorpId, templateName: string): Promise<boolean> {
  const row = await db
    .selectFrom('templates')
    .select('template_id')
    .where('corp_id', '=', corpId)
    .where('template_name', '=', templateName)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Existing names with this prefix that look like those of copies. */
export async function namesOfCopies(db: Db | Tx, corpId: CorpId, beginning: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('templates')
    .select('template_name')
    .where('corp_id', '=', corpId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`starts_with(template_name, ${beginning}::text)`)
    .where('template_name', 'like', '% 副本%')
    .execute();
  return new Set(rows.map((row) => row.template_name));
}

export interface NewTemplate extends ElementRows {
  readonly template: Omit<Insertable<TemplatesTable>, 'deleted_at'>;
}

/**
 * Adds a template without its controls. Of two concurrent inserts with one name the later waits for the earlier and
 * then adds nothing.
 * @returns false if the name is taken
 */
export async function insertTemplate(tx: Tx, added: NewTemplate): Promise<boolean> {
  const inserted = await tx
    .insertInto('templates')
    .values({ ...added.template, deleted_at: null })
    .onConflict((conflict) =>
      conflict.columns(['corp_id', 'template_name']).where('deleted_at', 'is', null).doNothing(),
    )
    .returning('template_id')
    .executeTakeFirst();
  if (inserted === undefined) return false;
  await insertElements(tx, added);
  return true;
}

export interface Change {
  readonly userId: UserId;
  readonly userName: string;
  readonly now: Date;
}

/** The version of a new template. */
export function firstVersion({ userId, userName, now }: Change) {
  return { version: 1, version_note: '', version_at: now, version_by: userId, version_name: userName };
}

/** The template's own fields that modifyTemplate overwrites; the unique index `templates_name` may reject the name. */
export async function updateTemplate(
  tx: Tx,
  corpId: CorpId,
  templateId: TemplateId,
  basic: Pick<TemplateRow, 'template_name' | 'encrypt_flag'>,
): Promise<void> {
  await tx
    .updateTable('templates')
    .set({ template_name: basic.template_name, encrypt_flag: basic.encrypt_flag })
    .where('corp_id', '=', corpId)
    .where('template_id', '=', templateId)
    .execute();
}

/** Records who changed the template last. */
export async function touchTemplate(
  tx: Tx,
  corpId: CorpId,
  templateId: TemplateId,
  by: Change,
): Promise<void> {
  await tx
    .updateTable('templates')
    .set({ updated_by: by.userId, update_name: by.userName, updated_at: by.now })
    .where('corp_id', '=', corpId)
    .where('template_id', '=', templateId)
    .execute();
}

/** The row is kept: flows refer to their template. */
export async function deleteTemplate(
  tx: Tx,
  corpId: CorpId,
  templateId: TemplateId,
  by: Change,
): Promise<void> {
  await tx
    .updateTable('templates')
    .set({ deleted_at: by.now, updated_by: by.userId, update_name: by.userName, updated_at: by.now })
    .where('corp_id', '=', corpId)
    .where('template_id', '=', templateId)
    .execute();
}

export async function setTemplateStatus(
  tx: Tx,
  corpId: CorpId,
  templateId: TemplateId,
  status: TemplateStatus,
): Promise<void> {
  await tx
    .updateTable('templates')
    .set({ template_status: status })
    .where('corp_id', '=', corpId)
    .where('template_id', '=', templateId)
    .execute();
}

export interface TemplateFilter {
  readonly templateId: TemplateId | null;
  /** Matches any part of the name, ignoring case. */
  readonly templateName: string | null;
  readonly status: TemplateStatus | null;
}

/** Newest first. */
export async function listTemplates(
  db: Db | Tx,
  corpId: CorpId,
  filter: TemplateFilter,
  window: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: readonly TemplateRow[]; readonly totalCount: number }> {
  const matching = db
    .selectFrom('templates')
    .where('corp_id', '=', corpId)
    .where('deleted_at', 'is', null)
    .$if(filter.templateId !== null, (query) => query.where('template_id', '=', filter.templateId))
    .$if(filter.templateName !== null && filter.templateName !== '', (query) =>
      query.where('template_name', 'ilike', substringPattern(filter.templateName ?? '')),
    )
    .$if(filter.status !== null, (query) => query.where('template_status', '=', filter.status));
  const [rows, { count }] = await Promise.all([
    matching
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('template_id', 'desc')
      .limit(window.limit)
      .offset(window.offset)
      .execute(),
    matching.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { rows, totalCount: count };
}
