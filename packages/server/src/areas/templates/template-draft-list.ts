import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { templateDraftList as operation } from '@cinnabar/api/operations/template-drafts.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import type { MemberContext } from '../../operation/context.js';
import { listDrafts } from './draft-store.js';
import { heldView } from './draft-view.js';

export async function templateDraftList(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { items, totalCount } = await listDrafts(ctx.db, ctx.corpId, pageWindow(input));
  return {
    items: items.map((held) => ({ ...heldView(held, ctx), templateName: held.templateName })),
    totalCount,
  };
}
