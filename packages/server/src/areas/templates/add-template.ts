import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { addTemplate as operation } from '@cinnabar/api/operations/templates.js';
import type { MemberContext } from '../../operation/context.js';
import { invalidField, refuse } from '../../operation/refusal.js';
import { ownCorp } from '../enterprise/index.js';
import { changeBy } from './change-by.js';
import { knownParties } from './known-parties.js';
import { newTemplate, takeTemplateIds } from './new-template.js';
import { participantsProblem } from './rules.js';
import { insertTemplate, templateNameTaken } from './store.js';
import { templateForStart } from './template-detail.js';
import { checkFilesOfBody } from './template-files.js';
import { detailView } from './template-view.js';

export async function addTemplate(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { participantList, contractFileList, attachmentList = [] } = input;
  const mistake = participantsProblem(participantList);
  if (mistake !== null) throw invalidField(mistake.path, mistake.problem);
  await checkFilesOfBody(ctx.db, ctx.corpId, { contractFileList, attachmentList }, ctx.now);
  if (await templateNameTaken(ctx.db, ctx.corpId, input.templateName)) throw refuse('TEMPLATE_NAME_EXIST');

  const [{ corpName }, parties, ids] = await Promise.all([
    ownCorp(ctx),
    knownParties(ctx.db, participantList),
    takeTemplateIds(ctx.services.ids, input),
  ]);
  const added = newTemplate(input, { corpId: ctx.corpId, ids, parties }, changeBy(ctx, null));
  return ctx.act(async (tx) => {
    if (!(await insertTemplate(tx, added))) throw refuse('TEMPLATE_NAME_EXIST');
    const detail = await templateForStart(tx, ctx.corpId, { templateId: added.template.template_id });
    if (detail === null) throw new Error('the new template does not exist');
    return detailView(detail, corpName);
  });
}
