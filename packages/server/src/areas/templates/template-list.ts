import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { templateList as operation } from '@cinnabar/api/operations/templates.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import type { MemberContext } from '../../operation/context.js';
import { orFailAs } from '../../operation/failed-step.js';
import { ownCorp } from '../enterprise/index.js';
import { listTemplates } from './store.js';
import { listItemView } from './template-view.js';

export async function templateList(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const filter = {
    templateId: input.templateId ?? null,
    templateName: input.templateName ?? null,
    status: input.templateStatus ?? null,
  };
  const [{ corpName }, { rows, totalCount }] = await orFailAs('QUERY_ERROR', () =>
    Promise.all([ownCorp(ctx), listTemplates(ctx.db, ctx.corpId, filter, pageWindow(input))]),
  );
  return { items: rows.map((row) => listItemView(row, corpName)), totalCount };
}
