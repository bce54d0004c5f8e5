/** What lists show of templates besides their own row. */
import type { PartyType } from '@cinnabar/api/enums.js';
import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../database/schema.js';
import type { CorpId } from '../../operation/context.js';
import type { LinkServices } from '../../operation/link-address.js';
import { findFiles } from '../../storage/stored-files.js';
import { pagePictures } from './page-pictures.js';

export interface TemplateSummary {
  readonly templateId: TemplateId;
  readonly version: number;
  readonly participants: readonly { readonly flag: string; readonly type: PartyType }[];
  readonly componentCount: number;
  /** A signed link to the picture of the first page; null where the file has none. */
  readonly picture: string | null;
}

/** In any order; templates that do not exist are left out. */
export async function templateSummaries(
  db: Db,
  services: LinkServices,
  corpId: CorpId,
  templateIds: readonly TemplateId[],
  now: Date,
): Promise<readonly TemplateSummary[]> {
  const rows = await db
    .selectFrom('templates')
    .select((template) => [
      'template_id',
      'version',
      jsonArrayFrom(
        template
          .selectFrom('template_participants as party')
          .select(['participant_flag as flag', 'participant_type as type'])
          .whereRef('party.corp_id', '=', 'templates.corp_id')
          .whereRef('party.template_id', '=', 'templates.template_id')
          .orderBy('draft_sort'),
      ).as('participants'),
      template
        .selectFrom('template_components as component')
        .select((select) => select.fn.countAll<number>().as('number'))
        .whereRef('component.corp_id', '=', 'templates.corp_id')
        .whereRef('component.template_id', '=', 'templates.template_id')
        .as('component_count'),
      template
        .selectFrom('template_files as file')
        .select('file_key')
        .whereRef('file.corp_id', '=', 'templates.corp_id')
        .whereRef('file.template_id', '=', 'templates.template_id')
        .orderBy('position')
        .limit(sql.lit(1))
        .as('file_key'),
    ])
    .where('corp_id', '=', corpId)
    .where('template_id', 'in', templateIds)
    .where('deleted_at', 'is', null)
    .execute();
  const keys = rows.flatMap(({ file_key }) => file_key ?? []);
  const files = new Map((await findFiles(db, corpId, keys)).map((file) => [file.fileKey, file]));
  return rows.map((row) => {
    const file = files.get(row.file_key ?? '');
    const shown = file === undefined ? [] : pagePictures(services, { ...file, pageCount: 1 }, now, 600);
    return {
      templateId: row.template_id,
      version: row.version,
      participants: row.participants,
      componentCount: row.component_count ?? 0,
      picture: shown[0] ?? null,
    };
  });
}
