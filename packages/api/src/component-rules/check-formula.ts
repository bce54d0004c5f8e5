/** Formulas that cannot be read, or whose inputs or result have the wrong type. */
import { namedBy, type RuledControl, type RuleScope, type ValueKind, valueKindOf } from './control.js';
import { type Fault, fault } from './findings.js';
import { type Formula, keysOf, parseFormula } from './formula.js';

/** The kinds of values that a control of each kind can repeat. */
const COPIES: Readonly<Record<ValueKind, readonly ValueKind[]>> = {
  text: ['text', 'number', 'date', 'choice'],
  number: ['number'],
  date: ['date'],
  check: ['check'],
  choice: ['choice'],
  picture: [],
  area: [],
};

/** The first fault of the formula of the control at `place`; null if there is none. */
export function formulaFault(scope: RuleScope, place: number): Fault | null {
  const control = scope.controls[place];
  const text = control?.attribute.formula;
  if (control === undefined || text === undefined) return null;
  const kind = valueKindOf(control);
  if (kind === 'picture' || kind === 'area') {
    return fault(
      'formula',
      'noFormula',
      '图片和签署区不能使用公式',
      'a picture or a signature area cannot be computed',
    );
  }
  const parsed = parseFormula(text);
  if ('problem' in parsed) {
    const { zh, en } = parsed.problem;
    return fault(
      'formula',
      'syntax',
      `第 ${parsed.at + 1} 个字符：${zh}`,
      `character ${parsed.at + 1}: ${en}`,
    );
  }
  const { formula } = parsed;
  for (const key of keysOf(formula)) {
    const input = namedBy(scope, key);
    if (input === undefined) {
      return fault(
        'formula',
        'unknownKey',
        `没有控件键“${key}”`,
        `there is no control with the key "${key}"`,
      );
    }
    const wrong = inputFault(control, formula, input);
    if (wrong !== null) return wrong;
  }
  return resultFault(kind, formula);
}

function inputFault(control: RuledControl, formula: Formula, input: RuledControl): Fault | null {
  const [kind, given] = [valueKindOf(control), valueKindOf(input)];
  if (formula.kind !== 'copy') {
    if (given === 'number') return null;
    return fault(
      'formula',
      'notNumber',
      `“${input.name}”不是数字控件，不能参与计算`,
      `"${input.name}" is no number, so nothing can be computed from it`,
    );
  }
  const sameDate = given !== 'date' || kind !== 'date' || dateFormatOf(input) === dateFormatOf(control);
  if (COPIES[kind].includes(given) && sameDate) return null;
  return fault(
    'formula',
    'wrongResult',
    sameDate ? `此控件不能重复“${input.name}”的值` : `与“${input.name}”的日期格式不同`,
    sameDate
      ? `a control of this type cannot repeat the value of "${input.name}"`
      : `has another date format than "${input.name}"`,
  );
}

function dateFormatOf({ attribute }: RuledControl): string {
  return attribute.dateFormat ?? 'yyyy-MM-dd';
}

function resultFault(kind: ValueKind, formula: Formula): Fault | null {
  if (formula.kind === 'copy' || kind === 'text') return null;
  if (formula.kind === 'arithmetic' && kind === 'number') return null;
  return fault(
    'formula',
    'wrongResult',
    formula.kind === 'upper' ? '大写金额须放在文本控件中' : '计算结果须放在数字或文本控件中',
    formula.kind === 'upper'
      ? 'an amount in capital letters needs a text control'
      : 'a computed number needs a number or text control',
  );
}
