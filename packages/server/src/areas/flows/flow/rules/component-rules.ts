/** Conditions and formulas of a flow's controls: what is shown, and what is computed. */
import { hasRules } from '@cinnabar/api/component-rules/control.js';
import { evaluateRules, type Standing } from '@cinnabar/api/component-rules/evaluate.js';
import type { ParticipantId } from '@cinnabar/api/schemas/flow.js';
import { type Component, type Flow, signatureAreaType } from '../flow.js';

/** Participants whose values can no longer change. */
export type SettledParticipants = (participantId: ParticipantId) => boolean;

const everybody: SettledParticipants = () => true;

/** The standing of each control, in their order. */
export function standingsOf(
  components: readonly Component[],
  isSettled: SettledParticipants = everybody,
): readonly Standing[] {
  const controls = components.map(({ componentKey, componentName, componentType, attribute }) => ({
    key: componentKey,
    name: componentName,
    type: componentType,
    attribute,
  }));
  return evaluateRules(controls, {
    valueAt: (place) => components[place]?.value ?? '',
    isSettledAt: (place) => {
      const component = components[place];
      return component === undefined || isSettled(component.participantId);
    },
  });
}

/** The controls that stay hidden, whatever those who are not settled fill in. */
export function hiddenComponents(
  components: readonly Component[],
  isSettled: SettledParticipants = everybody,
): ReadonlySet<Component> {
  if (!hasRules(components)) return new Set();
  const standings = standingsOf(components, isSettled);
  return new Set(components.filter((_, place) => standings[place]?.visibility === 'hidden'));
}

/** The controls that are shown with the present values. */
export function shownComponents(components: readonly Component[]): readonly Component[] {
  const hidden = hiddenComponents(components);
  return hidden.size === 0 ? components : components.filter((component) => !hidden.has(component));
}

/** The controls with the present results of their formulas. */
export function withComputed(components: readonly Component[]): readonly Component[] {
  if (!hasRules(components)) return components;
  const standings = standingsOf(components);
  return components.map((component, place) => {
    const standing = standings[place];
    return standing === undefined || standing.computation === null
      ? component
      : withValue(component, standing.value === '' ? null : standing.value);
  });
}

/** The controls as they are signed: computed, and without the values of those that are hidden. */
export function finalComponents(components: readonly Component[]): readonly Component[] {
  if (!hasRules(components)) return components;
  const computed = withComputed(components);
  const hidden = hiddenComponents(computed);
  return computed.map((component) =>
    hidden.has(component) && component.componentType !== signatureAreaType
      ? withValue(component, null)
      : component,
  );
}

function withValue(component: Component, value: string | null): Component {
  return component.value === value ? component : { ...component, value };
}

/** What the rules led to, for the history: which controls are hidden and why, and what was computed from what. */
export function ruleOutcome({ components }: Pick<Flow, 'components'>) {
  if (!hasRules(components)) return {};
  const standings = standingsOf(components);
  const hidden = components.flatMap((component, place) => {
    const unmet = standings[place]?.unmet ?? null;
    if (unmet === null) return [];
    const { showWhen, found } = unmet;
    const named = unmet.place === null ? undefined : components[unmet.place];
    return [
      {
        ...aboutControl(component),
        because: {
          control: named?.componentName ?? showWhen.key,
          operator: showWhen.operator,
          value: showWhen.value ?? '',
          found,
        },
      },
    ];
  });
  const computed = components.flatMap((component, place) => {
    const standing = standings[place];
    const { formula } = component.attribute;
    if (formula === undefined || standing?.visibility !== 'shown') return [];
    const from = (standing.computation?.from ?? []).flatMap((input) => {
      const read = components[input];
      return read === undefined ? [] : [{ ...aboutControl(read), value: standings[input]?.value ?? '' }];
    });
    return [{ ...aboutControl(component), value: standing.value, formula, from }];
  });
  return { hidden, computed };
}

function aboutControl({ componentId, componentName }: Component) {
  return { componentId, name: componentName };
}
