/** What the conditions and formulas of a contract lead to while its values are being typed. */
import { evaluateRules, type Standing } from '@cinnabar/api/component-rules/evaluate.js';
import {
  asNumber,
  type Control,
  contentOf,
  kindOf,
  ownControls,
  shownValue,
  type Values,
  type View,
} from './controls.js';

/** By componentId; of all parties' controls. */
export type Standings = ReadonlyMap<number, Standing>;

/** Evaluated by the same module as on the server. The values of other parties do not change meanwhile. */
export function standingsOf({ controls }: Pick<View, 'controls'>, values: Values): Standings {
  const ruled = controls.map(({ key, name, type, attribute }) => ({ key, name, type, attribute }));
  const standings = evaluateRules(ruled, {
    valueAt: (place) => {
      const control = controls[place];
      return control === undefined ? '' : givenValue(control, values);
    },
    isSettledAt: () => true,
  });
  return new Map(
    controls.flatMap(({ componentId }, place) => {
      const standing = standings[place];
      return standing === undefined ? [] : [[componentId, standing]];
    }),
  );
}

/** The value in the form in which the server keeps it. */
function givenValue(control: Control, values: Values): string {
  if (!control.isMine) return control.value;
  const content = contentOf(values, control);
  switch (kindOf(control)) {
    case 'check':
      return content;
    case 'number':
      return asNumber(control, content);
    default:
      return shownValue(control, content);
  }
}

export function isShown(standings: Standings, { componentId }: Control): boolean {
  return standings.get(componentId)?.visibility !== 'hidden';
}

export function isComputed({ attribute }: Pick<Control, 'attribute'>): boolean {
  return attribute.formula !== undefined;
}

/** The participant's own controls that are shown, computed ones included, in reading order. */
export function shownControls(view: View, standings: Standings): readonly Control[] {
  return ownControls(view).filter((control) => isShown(standings, control));
}

/** Those that the participant fills in. */
export function fillableControls(view: View, standings: Standings): readonly Control[] {
  return shownControls(view, standings).filter((control) => !isComputed(control));
}
