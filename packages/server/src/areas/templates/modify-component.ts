import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { modifyComponent as operation } from '@cinnabar/api/operations/templates.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { changeBy } from './change-by.js';
import { componentRows } from './component-rows.js';
import { ownOrFresh } from './own-or-fresh.js';
import { prepareComponents } from './prepare-components.js';
import { requireUnchanged } from './require-unchanged.js';
import { lockTemplate, touchTemplate } from './store.js';
import { replaceComponents } from './store-elements.js';
import { loadDetail, templateForStart } from './template-detail.js';
import { holdFiles } from './template-files.js';
import { endVersion } from './version-store.js';

export async function modifyComponent(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { templateId, components: given, updateTime } = input;
  const before = await templateForStart(ctx.db, ctx.corpId, { templateId });
  if (before === null) throw refuse('TEMPLATE_NOT_FOUND');
  // Checked before the controls: an element removed by somebody else is not the caller's error.
  requireUnchanged(before.template, updateTime);
  const plan = await prepareComponents(ctx, before, {
    given,
    code: 'COMPONENT_UPDATE_FAILED',
    stand: 'instead',
  });
  const fresh = await ctx.services.ids.take<'TemplateComponent'>(given.length);
  const ids = ownOrFresh(given, ({ componentId }) => componentId, fresh);
  return ctx.act(async (tx) => {
    const template = await lockTemplate(tx, ctx.corpId, templateId);
    if (template === null) throw refuse('TEMPLATE_NOT_FOUND');
    requireUnchanged(template, updateTime);
    const now = await loadDetail(tx, ctx.corpId, template);
    const rows = componentRows(template, plan(now), ids, 1);
    const by = changeBy(ctx, template);
    await endVersion(tx, now, by);
    await replaceComponents(tx, ctx.corpId, templateId, rows);
    await holdFiles(tx, now, ctx.now);
    await touchTemplate(tx, ctx.corpId, templateId, by);
    return {};
  });
}
