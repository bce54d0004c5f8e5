import {
  componentTypes,
  type GivenComponent,
  type ModifiedComponent,
} from '@cinnabar/api/schemas/component.js';
import type { MemberContext } from '../../operation/context.js';
import { type Refusal, refuseAll, refuseField, refuseFor } from '../../operation/refusal.js';
import { findKeywords } from './find-keywords.js';
import { keptValue } from './kept-value.js';
import { type PlannedComponent, planComponents } from './plan-components.js';
import type { ElementProblem, ElementProblems } from './rules.js';
import type { ComponentRow } from './store.js';
import type { TemplateDetail } from './template-detail.js';
import { undrawableValues } from './undrawable-values.js';

interface ComponentRequest {
  readonly given: readonly ModifiedComponent[];
  /** Code of every error about controls, which names all that are invalid. */
  readonly code: 'COMPONENT_ADD_FAILED' | 'COMPONENT_UPDATE_FAILED';
  /** `beside`: existing controls stay; `instead`: only those named by the request stay. */
  readonly stand: 'beside' | 'instead';
}

/** Plans the controls of a request on the locked template. Throws any remaining error. */
export type ComponentPlan = (template: TemplateDetail) => readonly PlannedComponent[];

/**
 * Does all slow work for a request's controls before any lock: stores pictures, so that a template contains keys only,
 * searches for keywords, and tries default values in their boxes. The template may change before it is locked:
 * ownership of keys and positions are decided by the plan.
 */
export async function prepareComponents(
  ctx: MemberContext,
  before: TemplateDetail,
  { given, code, stand }: ComponentRequest,
): Promise<ComponentPlan> {
  const failed = ([first, ...more]: ElementProblems): Refusal => {
    const named = ({ path, problem }: ElementProblem) => refuseField(code, path, problem);
    return refuseAll([named(first), ...more.map(named)]);
  };
  const refuseAny = ([first, ...more]: readonly ElementProblem[]): void => {
    if (first !== undefined) throw failed([first, ...more]);
  };
  refuseAny(unknownComponents(before.components, given));
  const kept = await withKeptPictures(ctx, given, before.components);
  refuseAny(kept.problems);
  const { components } = kept;
  const found = await findKeywords(ctx.services, before.files, components);

  const plan: ComponentPlan = (template) => {
    refuseAny(unknownComponents(template.components, given));
    // Keyword positions are valid for the files that were searched.
    if (found.size > 0 && !hasFilesOf(template, before)) throw refuseFor('TEMPLATE_CHANGED');
    const ground = stand === 'beside' ? template : { ...template, components: [] };
    const planned = planComponents(ground, components, ctx.services.config.timeZone, found);
    if ('refused' in planned) throw failed(planned.refused);
    return planned.components;
  };
  refuseAny(await undrawableValues(ctx.services, plan(before)));
  return plan;
}

/** The controls whose id does not belong to the template, or is repeated. */
export function unknownComponents(
  known: readonly Pick<ComponentRow, 'component_id'>[],
  given: readonly Pick<ModifiedComponent, 'componentId'>[],
): readonly ElementProblem[] {
  const left = new Set<number>(known.map((row) => row.component_id));
  return given.flatMap(({ componentId }, index) => {
    if (componentId === undefined || left.delete(componentId)) return [];
    const problem = known.some((row) => row.component_id === componentId)
      ? { zh: '与另一控件重复', en: 'is the id of another control of the list' }
      : { zh: '不是此模板的控件', en: 'is no control of this template' };
    return [{ path: `components[${index}].componentId`, problem }];
  });
}

async function withKeptPictures(
  ctx: MemberContext,
  given: readonly ModifiedComponent[],
  known: readonly ComponentRow[],
): Promise<{ readonly components: readonly GivenComponent[]; readonly problems: readonly ElementProblem[] }> {
  const pictures = new Map<number, string | null>(
    known
      .filter((row) => row.component_type === componentTypes.image)
      .map((row) => [row.component_id, row.value]),
  );
  const components: GivenComponent[] = [];
  const problems: ElementProblem[] = [];
  for (const [index, component] of given.entries()) {
    const soFar = pictures.get(component.componentId ?? 0) ?? null;
    const value = await keptValue(ctx, component, soFar);
    if ('problem' in value) problems.push({ path: `components[${index}].value`, problem: value.problem });
    else components.push({ ...component, ...value });
  }
  return { components, problems };
}

function hasFilesOf(now: TemplateDetail, before: TemplateDetail): boolean {
  const keys = new Map(now.files.map(({ row }) => [row.file_id, row.file_key]));
  return before.files.every(({ row }) => keys.get(row.file_id) === row.file_key);
}
