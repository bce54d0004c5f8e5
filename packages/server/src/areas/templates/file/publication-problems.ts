import { publishTemplate } from '@cinnabar/api/operations/template-drafts.js';
import { InvalidField } from '@cinnabar/api/schema.js';
import type { TemplateDocument } from '@cinnabar/api/schemas/template-draft.js';
import type { MemberContext } from '../../../operation/context.js';
import { invalidBody, Refusal, type Words } from '../../../operation/refusal.js';
import { planPublication } from '../plan-publication.js';
import type { ElementProblem } from '../rules.js';
import { templateNameTaken } from '../store.js';
import { undrawableValues } from '../undrawable-values.js';

/** What publishing the document as a new template would refuse, each with the name of the element. */
export async function publicationProblems(
  ctx: MemberContext,
  document: TemplateDocument,
): Promise<readonly ElementProblem[]> {
  const isTaken = await templateNameTaken(ctx.db, ctx.corpId, document.templateName);
  const taken = { zh: '模板名称已被使用', en: 'the name of the template is taken' };
  const found = (await invalidElements(ctx, document)).map(({ path, problem }) => ({
    path,
    problem: named(document, path, problem),
  }));
  return isTaken ? [{ path: 'templateName', problem: taken }, ...found] : found;
}

async function invalidElements(
  ctx: MemberContext,
  document: TemplateDocument,
): Promise<readonly ElementProblem[]> {
  try {
    const body = publishTemplate.request.read(document, '', { zone: ctx.services.config.timeZone });
    const { components } = await planPublication(ctx, null, body);
    return await undrawableValues(ctx.services, components);
  } catch (error) {
    const refusal = error instanceof InvalidField ? invalidBody('400', error) : error;
    if (!(refusal instanceof Refusal) || refusal.fields.length === 0) throw error;
    return refusal.fields.map(({ field, words }) => ({ path: field, problem: words }));
  }
}

/** The problem with the name of its element, by which people know it. */
function named(document: TemplateDocument, path: string, { zh, en }: Words): Words {
  const [, list, at] = /^(\w+)\[(\d+)\]/.exec(path) ?? [];
  const index = Number(at);
  const name =
    list === 'components'
      ? document.components[index]?.componentName
      : list === 'participantList'
        ? document.participantList[index]?.participantFlag
        : list === 'contractFileList'
          ? document.contractFileList[index]?.fileName
          : undefined;
  return name === undefined || name === '' ? { zh, en } : { zh: `“${name}”${zh}`, en: `${name} ${en}` };
}
