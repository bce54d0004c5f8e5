import {
  componentTypes,
  type GivenComponent,
  type TemplateComponentId,
} from '@cinnabar/api/schemas/component.js';
import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import { addComponent as operation } from '@cinnabar/api/templates.js';
import type { CorpId, OperatorContext } from '../../context.js';
import { toJson } from '../../database/json.js';
import { route } from '../../handler.js';
import { type Refusal, refuse } from '../../refusal.js';
import { changeBy } from './change-by.js';
import { findKeywords } from './find-keywords.js';
import { keepPicture, readPictureValue } from './picture-value.js';
import { type Ground, type KeywordPlaces, type PlannedComponent, planComponents } from './plan-components.js';
import type { ElementProblem } from './rules.js';
import { lockTemplate, touchTemplate } from './store.js';
import { insertComponents, type NewComponent } from './store-elements.js';
import { loadDetail, templateForStart } from './template-detail.js';
import { undrawableValue } from './undrawable-value.js';

export const addComponent = route('operator', operation, async (ctx, { templateId, components: given }) => {
  const before = await templateForStart(ctx.db, ctx.corpId, { templateId });
  if (before === null) throw refuse('TEMPLATE_NOT_FOUND');
  const { timeZone } = ctx.services.config;
  const components = await withKeptPictures(ctx, given);
  const found = await findKeywords(ctx.services, before.files, components);
  const undrawable = await undrawableValue(ctx.services, plannedOn(before, components, timeZone, found));
  if (undrawable !== null) throw failed(undrawable);

  const ids = await ctx.services.ids.take<'TemplateComponent'>(components.length);
  return ctx.act(async (tx) => {
    const template = await lockTemplate(tx, ctx.corpId, templateId);
    if (template === null) throw refuse('TEMPLATE_NOT_FOUND');
    // Others may have added controls since: keys and numbers are settled under the lock.
    const now = await loadDetail(tx, ctx.corpId, template);
    const planned = plannedOn(now, components, timeZone, found);
    const lastPosition = now.components.at(-1)?.position ?? 0;
    await insertComponents(
      tx,
      planned.map((component, index) =>
        newRow(ctx.corpId, templateId, component, ids[index], lastPosition + 1 + index),
      ),
    );
    await touchTemplate(tx, ctx.corpId, templateId, changeBy(ctx, template));
    return {};
  });
});

/** The elements with the pictures of image controls as stored files, so that a template holds keys only. */
async function withKeptPictures(
  ctx: OperatorContext,
  given: readonly GivenComponent[],
): Promise<readonly GivenComponent[]> {
  const kept: GivenComponent[] = [];
  for (const [index, component] of given.entries()) {
    const isPicture =
      component.componentType === componentTypes.image && (component.value ?? '').trim() !== '';
    const path = `components[${index}].value`;
    const shape = isPicture ? readPictureValue(component.value ?? '') : null;
    if (shape !== null && 'problem' in shape) throw failed({ path, problem: shape.problem });
    const picture = shape === null ? null : await keepPicture(ctx, ctx.corpId, shape.drawn, null);
    if (picture !== null && 'problem' in picture) throw failed({ path, problem: picture.problem });
    kept.push(picture === null ? component : { ...component, value: picture.drawn });
  }
  return kept;
}

function failed({ path, problem }: ElementProblem): Refusal {
  return refuse('COMPONENT_ADD_FAILED', { zh: `${path}：${problem.zh}`, en: `${path}: ${problem.en}` });
}

function plannedOn(
  ground: Ground,
  given: readonly GivenComponent[],
  zone: string,
  found: KeywordPlaces,
): readonly PlannedComponent[] {
  const plan = planComponents(ground, given, zone, found);
  if ('refused' in plan) throw failed(plan.refused);
  return plan.components;
}

function newRow(
  corpId: CorpId,
  templateId: TemplateId,
  planned: PlannedComponent,
  id: TemplateComponentId | undefined,
  position: number,
): NewComponent {
  if (id === undefined) throw new Error('fewer ids than controls');
  return {
    corp_id: corpId,
    template_id: templateId,
    component_id: id,
    position,
    participant_id: planned.participantId,
    file_id: planned.fileId,
    component_key: planned.componentKey,
    component_name: planned.componentName,
    component_type: planned.componentType,
    value: planned.value,
    required: planned.required,
    page_num: planned.pageNum,
    position_x: planned.x,
    position_y: planned.y,
    attribute: toJson(planned.attribute),
  };
}
