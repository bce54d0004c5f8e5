import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { publishTemplate as operation } from '@cinnabar/api/operations/template-drafts.js';
import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import type { Tx } from '../../database/schema.js';
import { violatedUniqueIndex } from '../../database/violated-unique-index.js';
import type { MemberContext } from '../../operation/context.js';
import { invalidField, refuse, refuseAll, refuseFor } from '../../operation/refusal.js';
import { ownCorp } from '../enterprise/index.js';
import { changeBy } from './change-by.js';
import { componentRows } from './component-rows.js';
import { lockDraft, removeDraft } from './draft-store.js';
import { templateRow } from './new-template.js';
import { ownOrFresh } from './own-or-fresh.js';
import { type Publication, planPublication } from './plan-publication.js';
import { requireUnchanged } from './require-unchanged.js';
import {
  type ComponentRow,
  insertTemplate,
  lockTemplate,
  templateNameTaken,
  touchTemplate,
  updateTemplate,
} from './store.js';
import { insertComponents, replaceElements } from './store-elements.js';
import { type TemplateDetail, templateForStart } from './template-detail.js';
import { holdFiles } from './template-files.js';
import { detailView } from './template-view.js';
import { undrawableValues } from './undrawable-values.js';
import { endVersion } from './version-store.js';

type Input = InputOf<typeof operation>;

export async function publishTemplate(ctx: MemberContext, input: Input): Promise<OutputOf<typeof operation>> {
  const { corpId, db } = ctx;
  const { templateId, updateTime } = input;
  const before = templateId === undefined ? null : await templateForStart(db, corpId, { templateId });
  if (templateId !== undefined && before === null) throw refuse('TEMPLATE_NOT_FOUND');
  // Checked before the elements: what somebody else has removed is not the caller's error.
  if (before !== null) requireUnchanged(before.template, updateTime);
  else if (await templateNameTaken(db, corpId, input.templateName)) throw refuse('TEMPLATE_NAME_EXIST');
  const publication = await planPublication(ctx, before, input);
  const problems = await undrawableValues(ctx.services, publication.components);
  const [first, ...more] = problems.map(({ path, problem }) => invalidField(path, problem));
  if (first !== undefined) throw refuseAll([first, ...more]);
  const [{ corpName }, fresh] = await Promise.all([
    ownCorp(ctx),
    ctx.services.ids.take<'TemplateComponent'>(input.components.length),
  ]);
  const ids = ownOrFresh(input.components, ({ componentId }) => componentId, fresh);
  try {
    return await ctx.act(async (tx) => {
      const id = publication.ids.template;
      if (before === null) await addPublished(ctx, tx, input, publication, ids);
      else await replaceByPublished(ctx, tx, { before, input, publication, ids });
      await endDraft(ctx, tx, input, before === null ? null : id);
      const after = await templateForStart(tx, corpId, { templateId: id });
      if (after === null) throw new Error('the published template does not exist');
      return { ...detailView(after, corpName), version: after.template.version };
    });
  } catch (error) {
    // Only the unique index detects a concurrent use of the name.
    throw violatedUniqueIndex(error) === 'templates_name' ? refuse('TEMPLATE_NAME_EXIST') : error;
  }
}

type ComponentIds = readonly ComponentRow['component_id'][];

/**
 * Adds a template that was planned.
 * @throws Refusal TEMPLATE_NAME_EXIST
 */
export async function addPublished(
  ctx: MemberContext,
  tx: Tx,
  input: Pick<Input, 'templateName' | 'encryptFlag' | 'note'>,
  { ids, elements, components }: Publication,
  componentIds: ComponentIds,
): Promise<void> {
  const row = templateRow(input, ctx.corpId, ids.template, changeBy(ctx, null));
  const template = { ...row, version_note: input.note ?? '' };
  if (!(await insertTemplate(tx, { template, ...elements }))) throw refuse('TEMPLATE_NAME_EXIST');
  await insertComponents(tx, componentRows(row, components, componentIds, 1));
}

interface Replacing {
  readonly before: TemplateDetail;
  readonly input: Input;
  readonly publication: Publication;
  readonly ids: ComponentIds;
}

async function replaceByPublished(
  ctx: MemberContext,
  tx: Tx,
  { before, input, publication, ids }: Replacing,
): Promise<void> {
  const { corpId } = ctx;
  const templateId = before.template.template_id;
  const template = await lockTemplate(tx, corpId, templateId);
  if (template === null) throw refuse('TEMPLATE_NOT_FOUND');
  // The publication was planned for the template as it was read.
  requireUnchanged(template, before.template.updated_at);
  const by = changeBy(ctx, template);
  await endVersion(tx, before, by, input.note);
  const { templateName, encryptFlag = 0 } = input;
  await updateTemplate(tx, corpId, templateId, { template_name: templateName, encrypt_flag: encryptFlag });
  const components = componentRows(template, publication.components, ids, 1);
  await replaceElements(tx, corpId, templateId, publication.elements, components);
  await holdFiles(tx, before, ctx.now);
  await touchTemplate(tx, corpId, templateId, by);
}

/**
 * Deletes the draft that was published.
 * @throws Refusal 409, DRAFT_CHANGED, if it has been saved since the caller read it
 */
async function endDraft(
  { corpId }: MemberContext,
  tx: Tx,
  { draftId, draftVersion }: Input,
  templateId: TemplateId | null,
): Promise<void> {
  const reference = draftId !== undefined ? { draftId } : templateId !== null ? { templateId } : null;
  const draft = reference === null ? null : await lockDraft(tx, corpId, reference);
  if (draft === null) return;
  if (draft.templateId !== templateId) {
    throw invalidField('draftId', { zh: '是另一模板的草稿', en: 'is the draft of another template' });
  }
  if (draftVersion !== undefined && draftVersion !== draft.version) throw refuseFor('DRAFT_CHANGED');
  await removeDraft(tx, corpId, draft.draftId);
}
