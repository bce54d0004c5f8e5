import { TemplateStatus } from '@cinnabar/api/enums.js';
import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { templateInfo as operation } from '@cinnabar/api/operations/templates.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse, refuseFor } from '../../operation/refusal.js';
import { ownCorp } from '../enterprise/index.js';
import { templateForStart } from './template-detail.js';
import { detailView } from './template-view.js';

const FOR_USE = '2';

export async function templateInfo(
  ctx: MemberContext,
  { templateId, templateType }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const [{ corpName }, detail] = await Promise.all([
    ownCorp(ctx),
    templateForStart(ctx.db, ctx.corpId, { templateId }),
  ]);
  if (detail === null) throw refuse('TEMPLATE_NOT_FOUND');
  if (templateType === FOR_USE && detail.template.template_status === TemplateStatus.disabled)
    throw refuseFor('TEMPLATE_DISABLED');
  return detailView(detail, corpName);
}
