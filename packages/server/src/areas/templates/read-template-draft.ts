import { randomUUID } from 'node:crypto';
import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { readTemplateDraft as operation } from '@cinnabar/api/operations/template-drafts.js';
import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import type { MemberContext } from '../../operation/context.js';
import { invalidField, refuse } from '../../operation/refusal.js';
import { changeBy } from './change-by.js';
import { documentOf, documentOfNewTemplate } from './draft-rules.js';
import { findDraft, lockDraft, takeDraftOver } from './draft-store.js';
import { heldView } from './draft-view.js';
import { templateForStart } from './template-detail.js';

export async function readTemplateDraft(
  ctx: MemberContext,
  { templateId, draftId, takeOver = false }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const reference = draftId !== undefined ? { draftId } : templateId !== undefined ? { templateId } : null;
  const draft = reference === null ? null : await findDraft(ctx.db, ctx.corpId, reference);
  if (draft === null) {
    if (draftId !== undefined) throw refuse('404');
    return unsaved(ctx, templateId);
  }
  requireSameTemplate(draft, templateId);
  if (!takeOver) return { ...heldView(draft, ctx), updateTime: draft.basedOn, draft: draft.document };
  return ctx.act(async (tx) => {
    const held = await lockDraft(tx, ctx.corpId, { draftId: draft.draftId });
    if (held === null) throw refuse('404');
    const by = changeBy(ctx, null);
    await takeDraftOver(tx, ctx.corpId, held.draftId, by);
    const taken = await findDraft(tx, ctx.corpId, { draftId: draft.draftId });
    if (taken === null) throw new Error('a locked draft is gone');
    return { ...heldView(taken, ctx), updateTime: taken.basedOn, draft: taken.document };
  });
}

async function unsaved(
  ctx: MemberContext,
  templateId: TemplateId | undefined,
): Promise<OutputOf<typeof operation>> {
  const fresh = {
    draftId: randomUUID(),
    draftVersion: 0,
    by: null,
    byUserId: null,
    time: null,
    inUse: false,
  };
  if (templateId === undefined) {
    return { ...fresh, templateId: null, updateTime: null, draft: documentOfNewTemplate() };
  }
  const detail = await templateForStart(ctx.db, ctx.corpId, { templateId });
  if (detail === null) throw refuse('TEMPLATE_NOT_FOUND');
  return { ...fresh, templateId, updateTime: detail.template.updated_at, draft: documentOf(detail) };
}

/** @throws Refusal 400 for a draft of another template than the request says */
export function requireSameTemplate(
  held: { readonly templateId: TemplateId | null },
  templateId: TemplateId | undefined,
): void {
  if (templateId === undefined || templateId === held.templateId) return;
  throw invalidField('templateId', { zh: '与草稿的模板不一致', en: 'is not the template of the draft' });
}
