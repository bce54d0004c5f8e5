/** Conditions that are wrong, can never hold, always hold, or contradict those of the controls that they depend on. */
import type { ShowWhen } from '../schemas/component-rules.js';
import { holds, numberOf } from './condition.js';
import { namedBy, type RuledControl, type RuleScope, valueKindOf } from './control.js';
import { type Fault, fault, warning } from './findings.js';
import { parseFormula } from './formula.js';
import { toDecimals } from './rational.js';

/** The first fault of the condition of the control at `place`; null if there is none. The rules have no cycle. */
export function conditionFault(scope: RuleScope, place: number): Fault | null {
  const showWhen = scope.controls[place]?.attribute.showWhen;
  if (showWhen === undefined) return null;
  const named = namedBy(scope, showWhen.key);
  if (named === undefined) {
    return fault(
      'showWhen.key',
      'unknownKey',
      `没有控件键“${showWhen.key}”`,
      `there is no control with the key "${showWhen.key}"`,
    );
  }
  const wrong = operatorFault(showWhen, named);
  if (wrong !== null) return wrong;
  const possible = possibleValues(named);
  if (!isSatisfiable(named, [showWhen])) {
    return fault(
      'showWhen.value',
      'neverHolds',
      `“${named.name}”不可能为“${showWhen.value}”，控件永远不会显示`,
      `"${named.name}" is never "${showWhen.value}", so the control would never be shown`,
    );
  }
  if (chainContradicts(scope, place)) {
    return fault(
      'showWhen.key',
      'contradicts',
      `与“${named.name}”自身的显示条件矛盾，控件永远不会显示`,
      `contradicts the condition of "${named.name}", so the control would never be shown`,
    );
  }
  const alwaysHolds =
    possible === null
      ? showWhen.operator === 'isNot' && !isPossible(named, showWhen.value ?? '')
      : possible.every((value) => holds(showWhen, named, value));
  if (!alwaysHolds) return null;
  return warning(
    'showWhen.value',
    'alwaysHolds',
    '条件始终成立，控件总会显示',
    'the condition always holds, so the control is always shown',
  );
}

function operatorFault({ operator, value }: ShowWhen, named: RuledControl): Fault | null {
  const kind = valueKindOf(named);
  if (kind === 'area') {
    return fault(
      'showWhen.key',
      'noCondition',
      `“${named.name}”是签署区，不能作为条件`,
      `"${named.name}" is a signature area, which no condition can depend on`,
    );
  }
  if (operator === 'filled') return null;
  if (kind === 'date' || kind === 'picture') {
    return fault(
      'showWhen.operator',
      'operatorNotForType',
      `“${named.name}”只能用“已填写”作为条件`,
      `"${named.name}" has a type that only "filled" can be asked of`,
    );
  }
  if (value === undefined || value.trim() === '') {
    return fault('showWhen.value', 'valueMissing', '须给出比较的值', 'needs a value to compare with');
  }
  if (kind !== 'check' || isPossible(named, value)) return null;
  return fault(
    'showWhen.value',
    'neverHolds',
    '勾选框的值为 true 或 false',
    'the value of a check box is true or false',
  );
}

/** All values of a control with few of them; null if there are too many to list. */
function possibleValues(control: RuledControl): readonly string[] | null {
  switch (valueKindOf(control)) {
    case 'check':
      return ['true', 'false'];
    case 'choice':
      return ['', ...(control.attribute.options ?? [])];
    default:
      return null;
  }
}

/** Whether somebody could give this value. */
function isPossible(control: RuledControl, value: string): boolean {
  const { options, maxLength = null, fractionDigits = null } = control.attribute;
  switch (valueKindOf(control)) {
    case 'check':
      return ['true', 'false'].includes(value.trim());
    case 'choice':
      return (options ?? []).some((option) => option.trim() === value.trim());
    case 'number': {
      const number = numberOf(value);
      const decimals = number === null ? null : toDecimals(number);
      return (
        decimals !== null &&
        (fractionDigits === null || (decimals.split('.')[1] ?? '').length <= fractionDigits)
      );
    }
    default:
      return maxLength === null || [...value.trim()].length <= Number(maxLength);
  }
}

/** Whether some value of the control meets all these conditions. */
function isSatisfiable(control: RuledControl, conditions: readonly ShowWhen[]): boolean {
  const isMet = (value: string) => conditions.every((condition) => holds(condition, control, value));
  const wanted = conditions.filter(({ operator }) => operator === 'is').map(({ value = '' }) => value);
  if (wanted.some((value) => !isPossible(control, value))) return false;
  const possible = possibleValues(control);
  if (possible !== null) return possible.some(isMet);
  const [first] = wanted;
  return first === undefined || isMet(first);
}

/** Whether the conditions of the control and of those that it depends on exclude each other. */
function chainContradicts(scope: RuleScope, place: number): boolean {
  const { controls, places } = scope;
  const conditions = new Map<number, ShowWhen[]>();
  for (
    let showWhen = controls[place]?.attribute.showWhen;
    showWhen !== undefined;
    showWhen = namedBy(scope, showWhen.key)?.attribute.showWhen
  ) {
    const named = places.get(showWhen.key);
    if (named === undefined) return false;
    const origin = originOf(scope, named);
    conditions.set(origin, [...(conditions.get(origin) ?? []), showWhen]);
  }
  return [...conditions].some(([origin, all]) => {
    const control = controls[origin];
    return control !== undefined && all.length > 1 && !isSatisfiable(control, all);
  });
}

/** The control whose value a control repeats, at whatever distance; itself if it repeats none. */
function originOf(scope: RuleScope, place: number): number {
  const { controls, places } = scope;
  const control = controls[place];
  const formula = control?.attribute.formula;
  const parsed = formula === undefined ? null : parseFormula(formula);
  if (control === undefined || parsed === null || 'problem' in parsed || parsed.formula.kind !== 'copy') {
    return place;
  }
  const copied = places.get(parsed.formula.key);
  const original = copied === undefined ? undefined : controls[copied];
  if (copied === undefined || original === undefined) return place;
  return valueKindOf(original) === valueKindOf(control) ? originOf(scope, copied) : place;
}
