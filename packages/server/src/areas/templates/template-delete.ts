import { templateDelete as operation } from '@cinnabar/api/operations/templates.js';
import { route } from '../../operation/handler.js';
import { refuse } from '../../operation/refusal.js';
import { changeBy } from './change-by.js';
import { deleteTemplate, lockTemplate } from './store.js';

export const templateDelete = route('member', operation, (ctx, { templateId }) =>
  ctx.act(async (tx) => {
    const template = await lockTemplate(tx, ctx.corpId, templateId);
    if (template === null) throw refuse('TEMPLATE_NOT_FOUND');
    await deleteTemplate(tx, ctx.corpId, templateId, changeBy(ctx, template));
    return {};
  }),
);
