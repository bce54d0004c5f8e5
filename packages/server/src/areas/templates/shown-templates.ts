/** Templates as displayed to people who consent to automatic placement for them, and detection of later changes. */
import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import type { Db, Tx } from '../../database/schema.js';
import type { CorpId } from '../../operation/context.js';
import type { Services } from '../../operation/services.js';
import { findFiles } from '../../storage/stored-files.js';
import { pagePictures } from './page-pictures.js';

/** Time of each template's last change, ISO 8601, by id; deleted ones are missing. */
export type TemplateRevisions = Readonly<Record<string, string>>;

export async function templateRevisions(
  db: Db | Tx,
  corpId: CorpId,
  templateIds: readonly TemplateId[],
): Promise<TemplateRevisions> {
  const rows = await templates(db, corpId, templateIds);
  return Object.fromEntries(rows.map((row) => [row.template_id, row.updated_at.toISOString()]));
}

/** Name and time of last change of each template; deleted ones are missing. */
export async function templateStates(
  db: Db,
  corpId: CorpId,
  templateIds: readonly TemplateId[],
): Promise<readonly Omit<ShownTemplate, 'files'>[]> {
  const rows = await templates(db, corpId, templateIds);
  return rows.map((row) => ({
    templateId: row.template_id,
    templateName: row.template_name,
    updateTime: row.updated_at,
  }));
}

async function templates(db: Db | Tx, corpId: CorpId, templateIds: readonly TemplateId[]) {
  if (templateIds.length === 0) return [];
  return db
    .selectFrom('templates')
    .select(['template_id', 'template_name', 'updated_at'])
    .where('corp_id', '=', corpId)
    .where('template_id', 'in', templateIds)
    .where('deleted_at', 'is', null)
    .orderBy('template_id')
    .execute();
}

export interface ShownTemplate {
  readonly templateId: TemplateId;
  readonly templateName: string;
  readonly updateTime: Date;
  readonly files: readonly { readonly fileName: string; readonly pages: readonly string[] }[];
}

/** With signed links to the pictures of their pages. */
export async function shownTemplates(
  db: Db,
  services: Pick<Services, 'config' | 'rotatedKeys'>,
  corpId: CorpId,
  templateIds: readonly TemplateId[],
  now: Date,
): Promise<readonly ShownTemplate[]> {
  const rows = await templates(db, corpId, templateIds);
  if (rows.length === 0) return [];
  const files = await db
    .selectFrom('template_files')
    .select(['template_id', 'file_name', 'file_key'])
    .where('corp_id', '=', corpId)
    .where('template_id', 'in', templateIds)
    .orderBy('position')
    .execute();
  const stored = await findFiles(
    db,
    corpId,
    files.map(({ file_key }) => file_key),
  );
  const byKey = new Map(stored.map((file) => [file.fileKey, file]));
  return rows.map((row) => ({
    templateId: row.template_id,
    templateName: row.template_name,
    updateTime: row.updated_at,
    files: files
      .filter(({ template_id }) => template_id === row.template_id)
      .map(({ file_name: fileName, file_key }) => {
        const file = byKey.get(file_key);
        const pageCount = file?.pages?.length ?? 0;
        const pages =
          file === undefined ? [] : pagePictures(services, { corpId, hash: file.hash, pageCount }, now);
        return { fileName, pages };
      }),
  }));
}
