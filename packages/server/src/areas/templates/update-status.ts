import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { updateStatus as operation } from '@cinnabar/api/operations/templates.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { changeBy } from './change-by.js';
import { lockTemplate, setTemplateStatus, touchTemplate } from './store.js';

export function updateStatus(
  ctx: MemberContext,
  { templateId, templateStatus }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return ctx.act(async (tx) => {
    const template = await lockTemplate(tx, ctx.corpId, templateId);
    if (template === null) throw refuse('TEMPLATE_NOT_FOUND');
    // Setting the present status again is not a change.
    if (template.template_status === templateStatus) return {};
    await setTemplateStatus(tx, ctx.corpId, templateId, templateStatus);
    await touchTemplate(tx, ctx.corpId, templateId, changeBy(ctx, template));
    return {};
  });
}
