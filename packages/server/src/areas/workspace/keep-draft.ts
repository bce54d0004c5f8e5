import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { keepDraft as operation } from '@cinnabar/api/operations/workspace.js';
import type { DraftContent } from '@cinnabar/api/schemas/contract-draft.js';
import type { Tx } from '../../database/schema.js';
import type { MemberContext } from '../../operation/context.js';
import { invalidField, refuse, refuseFor } from '../../operation/refusal.js';
import { findFilesToUse } from '../../storage/stored-files.js';
import { CONTRACT_FILE, existingTemplates } from '../templates/index.js';
import {
  type Author,
  addDraft,
  countDrafts,
  keepFilesOfDraft,
  lockDraft,
  replaceDraft,
  sealDraft,
} from './draft-store.js';
import { contentOf, judgeSave, MAX_DRAFTS } from './rules.js';

export async function keepDraft(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { draftKey, draftVersion } = input;
  const author: Author = { corpId: ctx.corpId, userId: ctx.actingMember.userId };
  const content = contentOf(input);
  await requireTemplate(ctx, content.templateId);
  const sealed = await sealDraft(ctx.db, author, draftKey, content);
  return ctx.act(async (tx) => {
    const stored = await lockDraft(tx, author, draftKey);
    const verdict = judgeSave(stored, draftVersion);
    if (verdict === 'changed') throw refuseFor('DRAFT_CHANGED');
    if (verdict === 'gone') throw refuse('404');
    if (stored !== null) await replaceDraft(tx, author, draftKey, sealed, ctx.now);
    else if ((await countDrafts(tx, author)) >= MAX_DRAFTS) throw refuseFor('DRAFT_LIMIT');
    else if (!(await addDraft(tx, author, draftKey, sealed, ctx.now))) throw refuseFor('DRAFT_CHANGED');
    await keepFilesOfDraft(tx, author, draftKey, await uploadsOf(tx, author, content, ctx.now));
    return { draftKey, draftVersion: (stored ?? 0) + 1, updateTime: ctx.now };
  });
}

/** @throws Refusal TEMPLATE_NOT_FOUND */
async function requireTemplate({ db, corpId }: MemberContext, templateId: DraftContent['templateId']) {
  if (templateId === null) return;
  if (!(await existingTemplates(db, corpId, [templateId])).has(templateId))
    throw refuse('TEMPLATE_NOT_FOUND');
}

/**
 * The uploads of a draft, which are kept with it.
 * @throws Refusal 400 for one that does not exist
 */
async function uploadsOf(
  tx: Tx,
  { corpId }: Author,
  { contractFileList }: DraftContent,
  now: Date,
): Promise<readonly string[]> {
  const keys = contractFileList.map(({ fileUrl }) => fileUrl);
  const found = await findFilesToUse(tx, corpId, keys, now);
  const known = new Set(found.filter(({ kind }) => kind === CONTRACT_FILE).map(({ fileKey }) => fileKey));
  const unknown = keys.findIndex((key) => !known.has(key));
  if (unknown < 0) return keys;
  throw invalidField(`contractFileList[${unknown}].fileUrl`, {
    zh: '文件不存在',
    en: 'names no uploaded file',
  });
}
