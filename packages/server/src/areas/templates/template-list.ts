import { templateList as operation } from '@cinnabar/api/operations/templates.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import { orFailAs } from '../../operation/failed-step.js';
import { route } from '../../operation/handler.js';
import { ownCorp } from '../enterprise/index.js';
import { listTemplates } from './store.js';
import { listItemView } from './template-view.js';

export const templateList = route('member', operation, async (ctx, input) => {
  const filter = {
    templateId: input.templateId ?? null,
    templateName: input.templateName ?? null,
    status: input.templateStatus ?? null,
  };
  const [{ corpName }, { rows, totalCount }] = await orFailAs('QUERY_ERROR', () =>
    Promise.all([ownCorp(ctx), listTemplates(ctx.db, ctx.corpId, filter, pageWindow(input))]),
  );
  return { items: rows.map((row) => listItemView(row, corpName)), totalCount };
});
