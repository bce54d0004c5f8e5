/** All SQL of the versions of templates. The version in force is the template itself. */
import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import { openTexts, type SealedPlace, sealTexts } from '../../custody/sealed-texts.js';
import type { Db, Tx } from '../../database/schema.js';
import type { CorpId } from '../../operation/context.js';
import type { Change } from './store.js';
import type { TemplateDetail } from './template-detail.js';
import { filesOfTemplate } from './template-files.js';
import { contentView, type TemplateContent } from './template-view.js';

function placeOf(corpId: CorpId, templateId: TemplateId, version: number): SealedPlace {
  return { corpId, purpose: `template version ${templateId} ${version}` };
}

/**
 * Keeps a template as it is before a change, and counts that change.
 * @param before locked
 * @param note on the version that the change makes
 */
export async function endVersion(tx: Tx, before: TemplateDetail, by: Change, note = ''): Promise<void> {
  const { template } = before;
  const of = { corp_id: template.corp_id, template_id: template.template_id, version: template.version };
  const place = placeOf(of.corp_id, of.template_id, of.version);
  await tx
    .insertInto('template_versions')
    .values({
      ...of,
      made_at: template.version_at ?? template.updated_at,
      user_id: template.version_by ?? template.updated_by,
      user_name: template.version_name ?? template.update_name,
      note: template.version_note,
      sealed: await sealTexts(tx, place, contentView(before)),
    })
    .execute();
  const files = filesOfTemplate(before).map((file_key) => ({ ...of, file_key }));
  if (files.length > 0) await tx.insertInto('template_version_files').values(files).execute();
  await tx
    .updateTable('templates')
    .set({
      version: of.version + 1,
      version_note: note,
      version_at: by.now,
      version_by: by.userId,
      version_name: by.userName,
    })
    .where('corp_id', '=', of.corp_id)
    .where('template_id', '=', of.template_id)
    .execute();
}

export interface EndedVersion {
  readonly version: number;
  readonly time: Date;
  readonly userName: string;
  readonly note: string;
}

/** The versions before the one in force, the newest first. */
export async function listEndedVersions(
  db: Db,
  corpId: CorpId,
  templateId: TemplateId,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly EndedVersion[]> {
  const rows = await db
    .selectFrom('template_versions')
    .select(['version', 'made_at', 'user_name', 'note'])
    .where('corp_id', '=', corpId)
    .where('template_id', '=', templateId)
    .orderBy('version', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ version, made_at, user_name, note }) => ({
    version,
    time: made_at,
    userName: user_name,
    note,
  }));
}

export async function countEndedVersions(db: Db, corpId: CorpId, templateId: TemplateId): Promise<number> {
  const { count } = await db
    .selectFrom('template_versions')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('corp_id', '=', corpId)
    .where('template_id', '=', templateId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function findEndedVersion(
  db: Db,
  corpId: CorpId,
  templateId: TemplateId,
  version: number,
): Promise<(EndedVersion & { readonly content: TemplateContent }) | null> {
  const row = await db
    .selectFrom('template_versions')
    .selectAll()
    .where('corp_id', '=', corpId)
    .where('template_id', '=', templateId)
    .where('version', '=', version)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { made_at: time, user_name: userName, note, sealed } = row;
  const content = await openTexts<TemplateContent>(db, placeOf(corpId, templateId, version), sealed);
  return { version, time, userName, note, content };
}
