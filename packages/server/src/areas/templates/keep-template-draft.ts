import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { keepTemplateDraft as operation } from '@cinnabar/api/operations/template-drafts.js';
import type { TemplateDocument } from '@cinnabar/api/schemas/template-draft.js';
import type { Tx } from '../../database/schema.js';
import type { CorpId, MemberContext } from '../../operation/context.js';
import { invalidField, refuse, refuseFor } from '../../operation/refusal.js';
import { findFilesToUse } from '../../storage/stored-files.js';
import { changeBy } from './change-by.js';
import { filesOfDocument, judgeSave, MAX_NEW_DRAFTS } from './draft-rules.js';
import {
  addDraft,
  countNewDrafts,
  keepFilesOfDraft,
  lockDraft,
  replaceDraft,
  sealDraft,
} from './draft-store.js';
import { requireSameTemplate } from './read-template-draft.js';
import { findTemplate } from './store.js';

export async function keepTemplateDraft(
  ctx: MemberContext,
  { draftId, draftVersion, updateTime, draft, ...named }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { corpId } = ctx;
  requireSameTemplate({ templateId: draft.templateId ?? named.templateId ?? null }, named.templateId);
  const templateId = draft.templateId ?? named.templateId;
  const template = templateId === undefined ? null : await findTemplate(ctx.db, corpId, { templateId });
  if (templateId !== undefined && template === null) throw refuse('TEMPLATE_NOT_FOUND');
  const document: TemplateDocument = templateId === undefined ? draft : { ...draft, templateId };
  const sealed = await sealDraft(ctx.db, corpId, draftId, document);
  return ctx.act(async (tx) => {
    const held = await lockDraft(tx, corpId, { draftId });
    const by = changeBy(ctx, null);
    const verdict = judgeSave(held, draftVersion, by);
    if (verdict === 'changed') throw refuseFor('DRAFT_CHANGED');
    if (verdict === 'gone') throw refuse('404');
    if (verdict === 'inUse')
      throw refuseFor('DRAFT_IN_USE', { zh: held?.userName ?? '', en: held?.userName ?? '' });
    const basedOn = updateTime ?? held?.basedOn ?? template?.updated_at ?? null;
    const content = { templateName: draft.templateName, sealed, basedOn, by };
    if (held !== null) {
      if (held.templateId !== (templateId ?? null)) {
        throw invalidField('draft.templateId', {
          zh: '与草稿的模板不一致',
          en: 'is not the template of the draft',
        });
      }
      await replaceDraft(tx, corpId, draftId, content);
    } else {
      const isNew = templateId === undefined;
      if (isNew && (await countNewDrafts(tx, corpId)) >= MAX_NEW_DRAFTS) throw refuseFor('DRAFT_LIMIT');
      const added = await addDraft(tx, corpId, { draftId, templateId: templateId ?? null }, content);
      if (!added) throw refuseFor('DRAFT_CHANGED');
    }
    await keepFilesOfDraft(tx, corpId, draftId, await filesOf(tx, corpId, document, ctx.now));
    return { draftId, draftVersion: (held?.version ?? 0) + 1, time: by.now };
  });
}

/**
 * The stored files of a draft, which are kept with it.
 * @throws Refusal 400 for one that is none of this enterprise
 */
async function filesOf(
  tx: Tx,
  corpId: CorpId,
  document: TemplateDocument,
  now: Date,
): Promise<readonly string[]> {
  const named = filesOfDocument(document);
  const keys = [...new Set(named.map(({ fileKey }) => fileKey))];
  const known = new Set((await findFilesToUse(tx, corpId, keys, now)).map(({ fileKey }) => fileKey));
  const unknown = named.find(({ fileKey }) => !known.has(fileKey));
  if (unknown === undefined) return keys;
  throw invalidField(`draft.${unknown.path}`, {
    zh: '不是本企业上传的文件',
    en: 'is no upload of this enterprise',
  });
}
