/** Checks the rules of all controls of a template or a contract before anybody fills them in. */
import { conditionFault } from './check-condition.js';
import { formulaFault } from './check-formula.js';
import { hasRules, placesByKey, type RuledControl, type RuleScope, valueKindOf } from './control.js';
import { type Dependencies, dependenciesOf } from './dependencies.js';
import { type Fault, fault, type RuleFinding, warning } from './findings.js';
import { type Expression, parseFormula } from './formula.js';

export interface CheckedControl extends RuledControl {
  readonly required: boolean;
  /** The value given with the control, '' for none. */
  readonly value: string;
  /** Place of its party in the order of filling. */
  readonly fillOrder: number;
}

/** Longer chains serve nobody, and evaluating them would exhaust the stack. */
const MAX_CHAIN = 50;

/** All findings, in the order of the controls. */
export function checkRules(controls: readonly CheckedControl[]): readonly RuleFinding[] {
  if (!hasRules(controls)) return [];
  const scope = { controls, places: placesByKey(controls) };
  const dependencies = dependenciesOf(scope);
  const chain = alongChains(
    dependencies,
    () => 1,
    (length) => length + 1,
  );
  const settled = alongChains(
    dependencies,
    (place) => ownOrder(controls[place]),
    (order) => order,
  );
  return controls.flatMap((control, place) => {
    const { showWhen, formula } = control.attribute;
    if (showWhen === undefined && formula === undefined) return [];
    const faults = dependencies.cyclic.has(place)
      ? [cycleFault(scope, dependencies, place)]
      : [
          formulaFault(scope, place),
          // What depends on a cycle is judged when the cycle is gone.
          ...(chain.has(place)
            ? [
                (chain.get(place) ?? 0) > MAX_CHAIN
                  ? chainFault(control)
                  : (conditionFault(scope, place) ?? orderFault(scope, place, settled)),
              ]
            : []),
          ...computedFaults(scope, place),
        ];
    return faults.flatMap((found): RuleFinding[] => (found === null ? [] : [{ place, ...found }]));
  });
}

/** A number of each place that follows from its own and from those of the places that it reads: the largest. */
function alongChains(
  { order, of }: Dependencies,
  own: (place: number) => number,
  step: (read: number) => number,
): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const place of order) {
    found.set(place, Math.max(own(place), ...(of[place] ?? []).map((read) => step(found.get(read) ?? 0))));
  }
  return found;
}

/** Nobody fills in a computed control: only its inputs count. */
function ownOrder(control: CheckedControl | undefined): number {
  return control === undefined || control.attribute.formula !== undefined ? 0 : control.fillOrder;
}

function cycleFault({ controls }: RuleScope, { of, cyclic }: Dependencies, place: number): Fault {
  const next = (of[place] ?? []).find((read) => cyclic.has(read));
  const name = controls[next ?? place]?.name ?? '';
  const hasFormula = controls[place]?.attribute.formula !== undefined;
  return fault(
    hasFormula ? 'formula' : 'showWhen.key',
    'cycle',
    next === place ? '依据的是控件自身' : `与“${name}”互相依据`,
    next === place ? 'depends on the control itself' : `and "${name}" depend on each other`,
  );
}

function chainFault({ attribute }: RuledControl): Fault {
  return fault(
    attribute.formula === undefined ? 'showWhen.key' : 'formula',
    'tooDeep',
    `连续依据的控件超过 ${MAX_CHAIN} 个`,
    `depends on a chain of more than ${MAX_CHAIN} controls`,
  );
}

/** Whoever fills in a control must be able to know whether it is shown. */
function orderFault(
  { controls, places }: RuleScope<CheckedControl>,
  place: number,
  settled: ReadonlyMap<number, number>,
): Fault | null {
  const control = controls[place];
  const showWhen = control?.attribute.showWhen;
  if (control === undefined || showWhen === undefined) return null;
  if (control.attribute.formula !== undefined || valueKindOf(control) === 'area') return null;
  const named = places.get(showWhen.key) ?? -1;
  if ((settled.get(named) ?? 0) <= control.fillOrder) return null;
  const name = controls[named]?.name ?? '';
  return fault(
    'showWhen.key',
    'laterFiller',
    `“${name}”由其后的填写方填写，填写时尚不能确定是否显示`,
    `"${name}" is filled in by a later party, so nobody could know yet whether to show the control`,
  );
}

/** What is given beside a formula, or missing for it. */
function computedFaults(scope: RuleScope<CheckedControl>, place: number): readonly Fault[] {
  const control = scope.controls[place];
  if (control?.attribute.formula === undefined) return [];
  const parsed = parseFormula(control.attribute.formula);
  if ('problem' in parsed) return [];
  const faults: Fault[] = [];
  if (control.value.trim() !== '') {
    faults.push(
      fault(
        'value',
        'valueOfFormula',
        '有公式的控件由服务计算，不能有默认值',
        'a computed control takes no value',
      ),
    );
  }
  const { formula } = parsed;
  const needed = formula.kind === 'copy' ? [formula.key] : [...new Set(neededKeys(formula.of))];
  for (const key of needed) {
    const input = namedInput(scope, key);
    if (input === undefined) continue;
    if (formula.kind !== 'copy' && hidesAlone(control, input)) {
      faults.push(
        warning(
          'formula',
          'inputMayBeHidden',
          `“${input.name}”不显示时没有结果；可改用 sum`,
          `there is no result while "${input.name}" is hidden; sum passes over it`,
        ),
      );
    } else if (control.required && !input.required && input.attribute.formula === undefined) {
      faults.push(
        warning(
          'required',
          'inputOptional',
          `“${input.name}”不是必填，留空时没有结果`,
          `there is no result while "${input.name}", which is optional, is empty`,
        ),
      );
    }
  }
  return faults;
}

function namedInput(scope: RuleScope<CheckedControl>, key: string): CheckedControl | undefined {
  return scope.controls[scope.places.get(key) ?? -1];
}

/** Keys without which there is no result: those that are not summed. */
function neededKeys(expression: Expression): readonly string[] {
  switch (expression.kind) {
    case 'number':
    case 'sum':
      return [];
    case 'key':
      return [expression.key];
    case 'negated':
    case 'round':
      return neededKeys(expression.of);
    case 'binary':
      return [...neededKeys(expression.left), ...neededKeys(expression.right)];
  }
}

/** Whether the input may be hidden while the computed control is shown. */
function hidesAlone(control: RuledControl, { attribute: { showWhen: hidden } }: RuledControl): boolean {
  const { showWhen } = control.attribute;
  if (hidden === undefined) return false;
  return !(
    showWhen?.key === hidden.key &&
    showWhen.operator === hidden.operator &&
    showWhen.value === hidden.value
  );
}
