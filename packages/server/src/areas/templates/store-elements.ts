/** Writing what a template consists of. Anyone who changes it has locked the template. */
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

/** A template's lists, without controls. */
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

/** 65535 parameters go into a statement; a control takes fifteen. */
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
 * Puts these in the place of all that was there. Written again instead of changed row by row: two parties may change
 * flags with each other, and two controls their keys, which no order of updates gets past the unique indexes.
 */
export async function replaceElements(
  tx: Tx,
  corpId: CorpId,
  templateId: TemplateId,
  rows: ElementRows,
  components: readonly NewComponent[],
): Promise<void> {
  const tables = [
    // First of all: controls refer to participants and files.
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

/** The same for the controls alone. */
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
