/** Conditions and formulas name other controls by key: one that is named for the first time is given one. Pure. */
import { keysOf, parseFormula } from '@cinnabar/api/component-rules/formula.js';
import type { ShowWhen } from '@cinnabar/api/schemas/component-rules.js';
import { withKeysToRepeat } from './canvas-bridge.js';
import type { Control, Design } from './design.js';

/** The rules of one control; undefined for none. */
export interface ControlRules {
  readonly showWhen: ShowWhen | undefined;
  readonly formula: string | undefined;
}

/** With a key for every control that the rules of this one can name. */
export function withKeysToName(design: Design, control: Control): Design {
  const others = design.controls.filter(({ key }) => key !== control.key);
  return withKeysToRepeat(
    design,
    others.map(({ key }) => key),
  );
}

/** The control with its rules, and with their keys the controls that these name for the first time. */
export function ruledControls(design: Design, control: Control, rules: ControlRules): readonly Control[] {
  const { showWhen: _, formula: __, ...attribute } = control.attribute;
  const { showWhen, formula } = rules;
  const parsed = parseFormula(formula ?? '');
  const named = new Set([
    ...(showWhen === undefined ? [] : [showWhen.key]),
    ...('formula' in parsed ? keysOf(parsed.formula) : []),
  ]);
  const known = new Set(design.controls.map(({ componentKey }) => componentKey.trim()));
  const keyed = withKeysToName(design, control).controls.filter(
    ({ componentKey }) => named.has(componentKey) && !known.has(componentKey),
  );
  const ruled = {
    ...attribute,
    ...(showWhen === undefined ? {} : { showWhen }),
    ...(formula === undefined ? {} : { formula }),
  };
  return [{ ...control, attribute: ruled }, ...keyed];
}
