import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { templateDelete as operation } from '@cinnabar/api/operations/templates.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { changeBy } from './change-by.js';
import { lockDraft, removeDraft } from './draft-store.js';
import { deleteTemplate, lockTemplate } from './store.js';

export function templateDelete(
  ctx: MemberContext,
  { templateId }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return ctx.act(async (tx) => {
    const template = await lockTemplate(tx, ctx.corpId, templateId);
    if (template === null) throw refuse('TEMPLATE_NOT_FOUND');
    const draft = await lockDraft(tx, ctx.corpId, { templateId });
    if (draft !== null) await removeDraft(tx, ctx.corpId, draft.draftId);
    await deleteTemplate(tx, ctx.corpId, templateId, changeBy(ctx, template));
    return {};
  });
}
