/** Writes a template's elements. Callers have locked the template. */
import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import type { Insertable } from 'kysely';
import type { Tx } from '../../database/schema.js';
import type {
  TemplateAttachmentsTable,
  TemplateComponentsTable,
  TemplateCopiersTable,
  TemplateFilesTable,
  TemplateParticipantsTable,
} from '../../database/tables/templates.js';
import type { CorpId } from '../../operation/context.js';

export type NewComponent = Insertable<TemplateComponentsTable>;

/** A template's lists without its controls. */
export interface ElementRows {
  readonly participants: readonly Insertable<TemplateParticipantsTable>[];
  readonly files: readonly Insertable<TemplateFilesTable>[];
  readonly copiers: readonly Insertable<TemplateCopiersTable>[];
  readonly attachments: readonly Insertable<TemplateAttachmentsTable>[];
}

export async function insertElements(tx: Tx, rows: ElementRows): Promise<void> {
  await tx
    .insertInto('template_participants')
    .values([...rows.participants])
    .execute();
  await tx
    .insertInto('template_files')
    .values([...rows.files])
    .execute();
  if (rows.copiers.length > 0)
    await tx
      .insertInto('template_copiers')
      .values([...rows.copiers])
      .execute();
  if (rows.attachments.length > 0)
    await tx
      .insertInto('template_attachments')
      .values([...rows.attachments])
      .execute();
}

/** A statement accepts 65535 parameters; a control takes twenty. */
const COMPONENTS_AT_ONCE = 1000;

export async function insertComponents(tx: Tx, components: readonly NewComponent[]): Promise<void> {
  for (let start = 0; start < components.length; start += COMPONENTS_AT_ONCE) {
    await tx
      .insertInto('template_components')
      .values(components.slice(start, start + COMPONENTS_AT_ONCE))
      .execute();
  }
}

/**
 * Replaces all elements. They are deleted and inserted instead of updated row by row: two parties may exchange flags,
 * and two controls their keys, which no order of updates could do under the unique indexes.
 */
export async function replaceElements(
  tx: Tx,
  corpId: CorpId,
  templateId: TemplateId,
  rows: ElementRows,
  components: readonly NewComponent[],
): Promise<void> {
  const tables = [
    // Deleted first: controls refer to participants and files.
    'template_components',
    'template_participants',
    'template_files',
    'template_copiers',
    'template_attachments',
  ] as const;
  for (const table of tables) {
    await tx.deleteFrom(table).where('corp_id', '=', corpId).where('template_id', '=', templateId).execute();
  }
  await insertElements(tx, rows);
  await insertComponents(tx, components);
}

/** The same for the controls only. */
export async function replaceComponents(
  tx: Tx,
  corpId: CorpId,
  templateId: TemplateId,
  components: readonly NewComponent[],
): Promise<void> {
  await tx
    .deleteFrom('template_components')
    .where('corp_id', '=', corpId)
    .where('template_id', '=', templateId)
    .execute();
  await insertComponents(tx, components);
}
