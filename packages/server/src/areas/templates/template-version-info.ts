import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { templateVersionInfo as operation } from '@cinnabar/api/operations/template-drafts.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { ownCorp } from '../enterprise/index.js';
import { templateForStart } from './template-detail.js';
import { detailView, listItemView } from './template-view.js';
import { findEndedVersion } from './version-store.js';

export async function templateVersionInfo(
  ctx: MemberContext,
  { templateId, version }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { db, corpId } = ctx;
  const [{ corpName }, detail] = await Promise.all([
    ownCorp(ctx),
    templateForStart(db, corpId, { templateId }),
  ]);
  if (detail === null) throw refuse('TEMPLATE_NOT_FOUND');
  const { template } = detail;
  if (version === template.version) {
    return { ...detailView(detail, corpName), version, note: template.version_note };
  }
  const ended = await findEndedVersion(db, corpId, templateId, version);
  if (ended === null) throw refuse('404');
  return {
    ...listItemView(template, corpName),
    ...ended.content,
    updateTime: ended.time,
    updateName: ended.userName,
    version,
    note: ended.note,
  };
}
