import { randomUUID } from 'node:crypto';
import type { CopiedDraft, DraftContent } from '@cinnabar/api/schemas/contract-draft.js';
import type { MemberContext } from '../../operation/context.js';
import { refuseFor } from '../../operation/refusal.js';
import { type Author, addDraft, countDrafts, keepFilesOfDraft, sealDraft } from './draft-store.js';
import { MAX_DRAFTS } from './rules.js';

/**
 * Stores a draft of the acting member, as the act of the request. Its uploads must exist.
 * @throws Refusal DRAFT_LIMIT
 */
export async function storeNewDraft(ctx: MemberContext, content: DraftContent): Promise<CopiedDraft> {
  const author: Author = { corpId: ctx.corpId, userId: ctx.actingMember.userId };
  const draftKey = randomUUID();
  const sealed = await sealDraft(ctx.db, author, draftKey, content);
  return ctx.act(async (tx) => {
    if ((await countDrafts(tx, author)) >= MAX_DRAFTS) throw refuseFor('DRAFT_LIMIT');
    await addDraft(tx, author, draftKey, sealed, ctx.now);
    const keys = content.contractFileList.map(({ fileUrl }) => fileUrl);
    await keepFilesOfDraft(tx, author, draftKey, keys);
    return { draftKey, draftVersion: 1, updateTime: ctx.now, templateId: content.templateId };
  });
}
