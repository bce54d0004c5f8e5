import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import { publishTemplate } from '@cinnabar/api/operations/template-drafts.js';
import type { addSampleTemplate as operation } from '@cinnabar/api/operations/template-files.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { ownCorp } from '../enterprise/index.js';
import { SAMPLE_NOTE, sampleFile } from './file/samples.js';
import { storeTemplateFile } from './file/store-template-file.js';
import { planPublication } from './plan-publication.js';
import { addPublished } from './publish-template.js';
import { templateNameTaken } from './store.js';
import { templateForStart } from './template-detail.js';
import { detailView } from './template-view.js';

export async function addSampleTemplate(
  ctx: MemberContext,
  { sampleCode, templateName: given }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { corpId, db, services, language } = ctx;
  const sample = await sampleFile(sampleCode);
  const templateName = given ?? (await freeName(ctx, sample.document.templateName));
  if (await templateNameTaken(db, corpId, templateName)) throw refuse('TEMPLATE_NAME_EXIST');
  const document = { ...(await storeTemplateFile(ctx, sample)), templateName };
  const body = publishTemplate.request.read(document, '', { zone: services.config.timeZone });
  const [{ corpName }, publication, ids] = await Promise.all([
    ownCorp(ctx),
    planPublication(ctx, null, body),
    services.ids.take<'TemplateComponent'>(body.components.length),
  ]);
  return ctx.act(async (tx) => {
    await addPublished(ctx, tx, { ...body, note: SAMPLE_NOTE[language] }, publication, ids);
    const detail = await templateForStart(tx, corpId, { templateId: publication.ids.template });
    if (detail === null) throw new Error('the template of a sample does not exist');
    return detailView(detail, corpName);
  });
}

/** The name of the sample, with a number if it is taken. */
async function freeName({ db, corpId }: MemberContext, name: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name} ${number}`;
    if (!(await templateNameTaken(db, corpId, candidate))) return candidate;
  }
}
