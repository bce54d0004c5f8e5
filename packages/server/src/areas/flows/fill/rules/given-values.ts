/** Judges the values of a request by the conditions and formulas of the controls. */
import { conditionWords } from '@cinnabar/api/component-rules/condition-words.js';
import { hasRules } from '@cinnabar/api/component-rules/control.js';
import type { Standing } from '@cinnabar/api/component-rules/evaluate.js';
import type { ComponentId } from '@cinnabar/api/schemas/flow.js';
import type { Words } from '../../../../operation/refusal.js';
import type { Component } from '../../flow/flow.js';
import { type SettledParticipants, standingsOf } from '../../flow/rules/component-rules.js';

export interface GivenValue {
  /** Path of the value in the request. */
  readonly path: string;
  readonly component: Component;
  /** The value as drawn; null for none. */
  readonly drawn: string | null;
}

export interface JudgedValues {
  /** The values that people give: without those of computed controls. */
  readonly given: readonly GivenValue[];
  readonly problems: readonly { readonly path: string; readonly words: Words }[];
  /** What the formulas give, each with the path of a value that it comes from. */
  readonly computed: readonly GivenValue[];
}

/**
 * A value of a hidden control is refused if nobody can make the control appear any more; otherwise it is kept, and counts
 * if the control is shown in the end. A value given for a computed control must be the computed one.
 * @param field path of all values, for a problem that comes from none of them
 */
export function judgeValues(
  components: readonly Component[],
  values: readonly GivenValue[],
  isSettled: SettledParticipants,
  field: string,
): JudgedValues {
  if (!hasRules(components)) return { given: values, problems: [], computed: [] };
  const isComputed = ({ component }: GivenValue) => component.attribute.formula !== undefined;
  const given = values.filter((value) => !isComputed(value));
  const drawn = new Map<ComponentId, string | null>(
    given.map((value) => [value.component.componentId, value.drawn]),
  );
  const after = components.map((component) => {
    const value = drawn.get(component.componentId);
    return value === undefined ? component : { ...component, value };
  });
  const places = new Map(after.map(({ componentId }, place) => [componentId, place]));
  const placeOf = ({ component }: GivenValue) => places.get(component.componentId) ?? -1;
  const standings = standingsOf(after, isSettled);
  const problems: { path: string; words: Words }[] = [];
  for (const value of values) {
    const { path, drawn: wanted } = value;
    const standing = standings[placeOf(value)];
    if (standing === undefined || wanted === null) continue;
    if (standing.visibility === 'hidden') problems.push({ path, words: hiddenWords(after, standing) });
    else if (standing.computation !== null && standing.value !== wanted) {
      problems.push({ path, words: differsWords(standing) });
    }
  }
  const computed: GivenValue[] = [];
  for (const [place, standing] of standings.entries()) {
    const component = after[place];
    if (component === undefined || standing.computation === null) continue;
    const from = inputsOf(standings, place);
    const path = given.findLast((value) => from.has(placeOf(value)))?.path ?? field;
    const { problem } = standing.computation;
    if (problem === null) computed.push({ path, component, drawn: standing.value || null });
    else problems.push({ path, words: aboutControl(component, problem) });
  }
  return { given, problems, computed };
}

/** Words about a control that is not the one at whose path they stand. */
export function aboutControl({ componentName }: Component, { zh, en }: Words): Words {
  return { zh: `“${componentName}”算不出：${zh}`, en: `does not permit "${componentName}": ${en}` };
}

/** Places of everything that a computed control depends on, computed controls between included. */
function inputsOf(standings: readonly Standing[], place: number): ReadonlySet<number> {
  const found = new Set<number>();
  const open = [place];
  for (const next of open) {
    for (const input of standings[next]?.computation?.from ?? []) {
      if (found.has(input)) continue;
      found.add(input);
      open.push(input);
    }
  }
  return found;
}

function hiddenWords(components: readonly Component[], { unmet }: Standing): Words {
  const named = unmet?.place === undefined || unmet.place === null ? undefined : components[unmet.place];
  if (unmet === null || named === undefined) return { zh: '此控件不显示', en: 'belongs to a hidden control' };
  const condition = conditionWords(named.componentName, unmet.showWhen);
  return {
    zh: `此控件不显示（仅当${condition.zh}时显示），不能有值`,
    en: `belongs to a control that is hidden: it is shown only if ${condition.en}`,
  };
}

function differsWords({ value, computation }: Standing): Words {
  if (value === '') {
    const zh = computation?.isOpen === true ? '所依据的值尚未填完' : '没有结果';
    return { zh: `此控件由公式计算，${zh}`, en: 'is computed by a formula, which has no result yet' };
  }
  return { zh: `此控件由公式计算，应为“${value}”`, en: `is computed by a formula and must be "${value}"` };
}
