import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { deleteTemplateDraft as operation } from '@cinnabar/api/operations/template-drafts.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse, refuseFor } from '../../operation/refusal.js';
import { isInUse } from './draft-rules.js';
import { lockDraft, removeDraft } from './draft-store.js';
import { requireSameTemplate } from './read-template-draft.js';
import { findTemplate } from './store.js';

export function deleteTemplateDraft(
  ctx: MemberContext,
  { draftId, templateId }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return ctx.act(async (tx) => {
    if (templateId !== undefined && (await findTemplate(tx, ctx.corpId, { templateId })) === null) {
      throw refuse('TEMPLATE_NOT_FOUND');
    }
    const held = await lockDraft(tx, ctx.corpId, { draftId });
    if (held === null) return {};
    requireSameTemplate(held, templateId);
    if (isInUse(held, ctx.actingMember.userId, ctx.now)) {
      throw refuseFor('DRAFT_IN_USE', { zh: held.userName, en: held.userName });
    }
    await removeDraft(tx, ctx.corpId, draftId);
    return {};
  });
}
