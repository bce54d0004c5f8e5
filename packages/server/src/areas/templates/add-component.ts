import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { addComponent as operation } from '@cinnabar/api/operations/templates.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { changeBy } from './change-by.js';
import { componentRows } from './component-rows.js';
import { prepareComponents } from './prepare-components.js';
import { lockTemplate, touchTemplate } from './store.js';
import { insertComponents } from './store-elements.js';
import { loadDetail, templateForStart } from './template-detail.js';
import { endVersion } from './version-store.js';

export async function addComponent(
  ctx: MemberContext,
  { templateId, components: given }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const before = await templateForStart(ctx.db, ctx.corpId, { templateId });
  if (before === null) throw refuse('TEMPLATE_NOT_FOUND');
  const plan = await prepareComponents(ctx, before, {
    given,
    code: 'COMPONENT_ADD_FAILED',
    stand: 'beside',
  });
  const ids = await ctx.services.ids.take<'TemplateComponent'>(given.length);
  return ctx.act(async (tx) => {
    const template = await lockTemplate(tx, ctx.corpId, templateId);
    if (template === null) throw refuse('TEMPLATE_NOT_FOUND');
    const now = await loadDetail(tx, ctx.corpId, template);
    const by = changeBy(ctx, template);
    await endVersion(tx, now, by);
    const position = (now.components.at(-1)?.position ?? 0) + 1;
    await insertComponents(tx, componentRows(template, plan(now), ids, position));
    await touchTemplate(tx, ctx.corpId, templateId, by);
    return {};
  });
}
