import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { modifyTemplate as operation } from '@cinnabar/api/operations/templates.js';
import { violatedUniqueIndex } from '../../database/violated-unique-index.js';
import type { MemberContext } from '../../operation/context.js';
import { invalidField, refuse } from '../../operation/refusal.js';
import { ownCorp } from '../enterprise/index.js';
import { changeBy } from './change-by.js';
import { changeTemplate } from './change-template.js';
import { knownParties } from './known-parties.js';
import { takeTemplateIds } from './new-template.js';
import { requireUnchanged } from './require-unchanged.js';
import { brokenRule } from './rule-problems.js';
import { participantsProblem } from './rules.js';
import { findTemplate, lockTemplate, touchTemplate, updateTemplate } from './store.js';
import { replaceElements } from './store-elements.js';
import { loadDetail, templateForStart } from './template-detail.js';
import { checkFilesOfBody, holdFiles } from './template-files.js';
import { detailView } from './template-view.js';
import { endVersion } from './version-store.js';

export async function modifyTemplate(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { templateId, participantList, contractFileList, attachmentList = [] } = input;
  const mistake = participantsProblem(participantList);
  if (mistake !== null) throw invalidField(mistake.path, mistake.problem);
  if ((await findTemplate(ctx.db, ctx.corpId, { templateId })) === null) throw refuse('TEMPLATE_NOT_FOUND');
  const files = await checkFilesOfBody(ctx.db, ctx.corpId, { contractFileList, attachmentList }, ctx.now);

  const [{ corpName }, parties, freshIds] = await Promise.all([
    ownCorp(ctx),
    knownParties(ctx.db, participantList),
    takeTemplateIds(ctx.services.ids, input),
  ]);
  const pages = contractFileList.map(({ fileUrl }) => files.get(fileUrl)?.pages ?? []);
  try {
    return await ctx.act(async (tx) => {
      const template = await lockTemplate(tx, ctx.corpId, templateId);
      if (template === null) throw refuse('TEMPLATE_NOT_FOUND');
      // Checked before the ids: elements removed by somebody else are not the caller's error.
      requireUnchanged(template, input.updateTime);
      const before = await loadDetail(tx, ctx.corpId, template);
      const changed = changeTemplate(before, input, { freshIds, parties, pages });
      if ('refused' in changed) throw invalidField(changed.refused.path, changed.refused.problem);
      const broken = brokenRule(before, changed);
      if (broken !== null) throw invalidField(broken.path, broken.problem);

      const by = changeBy(ctx, template);
      await endVersion(tx, before, by);
      await updateTemplate(tx, ctx.corpId, templateId, {
        template_name: input.templateName,
        encrypt_flag: input.encryptFlag ?? 0,
      });
      await replaceElements(tx, ctx.corpId, templateId, changed.elements, changed.components);
      await holdFiles(tx, before, ctx.now);
      await touchTemplate(tx, ctx.corpId, templateId, by);
      const after = await templateForStart(tx, ctx.corpId, { templateId });
      if (after === null) throw new Error('the changed template does not exist');
      return detailView(after, corpName);
    });
  } catch (error) {
    // Only the unique index detects a concurrent use of the name.
    throw violatedUniqueIndex(error) === 'templates_name' ? refuse('TEMPLATE_NAME_EXIST') : error;
  }
}
