import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { templateCopy as operation } from '@cinnabar/api/operations/templates.js';
import type { IdSource } from '../../database/ids.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { ownCorp } from '../enterprise/index.js';
import { changeBy } from './change-by.js';
import { type CopyIds, copyTemplate, type TemplateCopy } from './copy-template.js';
import { COPY_BEGINS_WITH, copyName } from './rules.js';
import { insertTemplate, lockTemplate, namesOfCopies } from './store.js';
import { insertComponents } from './store-elements.js';
import { loadDetail, type TemplateDetail, templateForStart } from './template-detail.js';
import { detailView } from './template-view.js';

export async function templateCopy(
  ctx: MemberContext,
  { templateId, templateName }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { corpName } = await ownCorp(ctx);
  return ctx.act(async (tx) => {
    // Locked, so that its files and pictures are not removed before the copy refers to them.
    const template = await lockTemplate(tx, ctx.corpId, templateId);
    if (template === null) throw refuse('TEMPLATE_NOT_FOUND');
    const source = await loadDetail(tx, ctx.corpId, template);
    const ids = await takeCopyIds(ctx.services.ids, source);
    const beginning = [...template.template_name].slice(0, COPY_BEGINS_WITH).join('');
    const by = changeBy(ctx, null);

    const insert = async (name: string): Promise<TemplateCopy | null> => {
      const copy = copyTemplate(source, name, ids, by);
      return (await insertTemplate(tx, copy)) ? copy : null;
    };
    const givenName = templateName ?? null;
    let copy = givenName === null ? null : await insert(givenName);
    if (givenName !== null && copy === null) throw refuse('TEMPLATE_NAME_EXIST');
    // If another request takes the name concurrently, the next round chooses another.
    while (copy === null) {
      const taken = await namesOfCopies(tx, ctx.corpId, beginning);
      copy = await insert(copyName(template.template_name, taken));
    }
    await insertComponents(tx, copy.components);
    const detail = await templateForStart(tx, ctx.corpId, { templateId: ids.template });
    if (detail === null) throw new Error('the copied template does not exist');
    return detailView(detail, corpName);
  });
}

async function takeCopyIds(ids: IdSource, source: TemplateDetail): Promise<CopyIds> {
  return {
    template: await ids.next(),
    participants: await ids.take(source.participants.length),
    files: await ids.take(source.files.length),
    copiers: await ids.take(source.copiers.length),
    attachments: await ids.take(source.attachments.length),
    components: await ids.take(source.components.length),
  };
}
