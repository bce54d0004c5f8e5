import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { templateVersionList as operation } from '@cinnabar/api/operations/template-drafts.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { findTemplate } from './store.js';
import { countEndedVersions, listEndedVersions } from './version-store.js';

export async function templateVersionList(
  { db, corpId }: MemberContext,
  { templateId, ...paging }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const template = await findTemplate(db, corpId, { templateId });
  if (template === null) throw refuse('TEMPLATE_NOT_FOUND');
  const { limit, offset } = pageWindow(paging);
  const inForce = {
    version: template.version,
    time: template.version_at ?? template.updated_at,
    userName: template.version_name ?? template.update_name,
    note: template.version_note,
  };
  // The version in force precedes the ended ones.
  const first = offset === 0 ? [inForce] : [];
  const window = { limit: limit - first.length, offset: Math.max(0, offset - 1) };
  const [ended, endedCount] = await Promise.all([
    listEndedVersions(db, corpId, templateId, window),
    countEndedVersions(db, corpId, templateId),
  ]);
  return { items: [...first, ...ended], totalCount: endedCount + 1 };
}
