/** Computes the value of a control from a parsed formula, exactly, in the form in which it is drawn. */
import { chineseAmount } from './chinese-amount.js';
import { type RuledControl, valueKindOf } from './control.js';
import type { Expression, Formula } from './formula.js';
import { readNumberValue } from './number-value.js';
import { add, divide, multiply, negate, type Rational, rational, round, toDecimals } from './rational.js';
import type { Words } from './words.js';

/** Inputs by key; a hidden or an empty one is null. */
export interface Inputs {
  readonly text: (key: string) => string | null;
  readonly number: (key: string) => Rational | null;
}

/** '' if an input that the formula needs is empty. */
export type Computed = { readonly value: string } | { readonly problem: Words };

/** As readNumberValue's limit: what is longer cannot be given as a number either. */
const MAX_DIGITS = 40;

export function compute(target: RuledControl, formula: Formula, inputs: Inputs): Computed {
  switch (formula.kind) {
    case 'copy':
      return valueKindOf(target) === 'number'
        ? written(target, inputs.number(formula.key))
        : fitted(target, inputs.text(formula.key) ?? '');
    case 'upper': {
      const amount = result(formula.of, inputs);
      if (amount === 'zeroDivision') return { problem: ZERO_DIVISION };
      if (amount === null) return { value: '' };
      const said = chineseAmount(amount);
      return 'words' in said ? fitted(target, said.words) : { problem: UNSPEAKABLE[said.problem] };
    }
    case 'arithmetic': {
      const value = result(formula.of, inputs);
      return value === 'zeroDivision' ? { problem: ZERO_DIVISION } : written(target, value);
    }
  }
}

const ZERO_DIVISION: Words = { zh: '除数为 0', en: 'division by zero' };

const UNSPEAKABLE = {
  belowFen: {
    zh: '金额含不足一分的部分，无法写成大写；可在公式中用 round 取舍',
    en: 'the amount has a part below 0.01, which has no capital letters; round it in the formula',
  },
  tooLargeForWords: {
    zh: '金额达到一亿亿元，无法写成大写',
    en: 'amounts of 10^16 and more have no capital letters',
  },
} as const satisfies Record<string, Words>;

/** A result in the number format of its control, or in plain digits where the control is a text. */
function written(target: RuledControl, value: Rational | null): Computed {
  if (value === null) return { value: '' };
  const decimals = toDecimals(value);
  if (decimals === null) {
    return {
      problem: {
        zh: '结果是无限小数，不能直接写出；可在公式中用 round 取舍',
        en: 'the result has infinitely many decimal places; round it in the formula',
      },
    };
  }
  if (decimals.replace(/[-.]/g, '').length > MAX_DIGITS) {
    return { problem: { zh: '结果的位数过多', en: 'the result has too many digits' } };
  }
  if (valueKindOf(target) !== 'number') return fitted(target, decimals);
  const { numberFormat = null, fractionDigits = null } = target.attribute;
  if (fractionDigits !== null && (decimals.split('.')[1] ?? '').length > fractionDigits) {
    return {
      problem: {
        zh: `结果 ${decimals} 超过 ${fractionDigits} 位小数；可在公式中用 round 取舍`,
        en: `the result ${decimals} has more than ${fractionDigits} decimal places; round it in the formula`,
      },
    };
  }
  const read = readNumberValue(decimals, { numberFormat, fractionDigits });
  return 'drawn' in read ? { value: read.drawn } : { problem: read.problem };
}

/** A text as its control takes it. */
function fitted(target: RuledControl, text: string): Computed {
  const { maxLength = null, options } = target.attribute;
  if (text === '') return { value: '' };
  if (valueKindOf(target) === 'choice') {
    const choice = (options ?? []).find((option) => option.trim() === text.trim());
    if (choice !== undefined) return { value: choice };
    return { problem: { zh: `“${text}”不在选项中`, en: `"${text}" is none of the options` } };
  }
  if (maxLength !== null && [...text].length > Number(maxLength)) {
    return {
      problem: { zh: `结果超过 ${maxLength} 个字`, en: `the result exceeds ${maxLength} characters` },
    };
  }
  return { value: text };
}

/** null if an input is empty. `sum` passes over empty inputs; without any other input it is empty itself. */
function result(expression: Expression, inputs: Inputs): Rational | null | 'zeroDivision' {
  switch (expression.kind) {
    case 'number':
      return expression.value;
    case 'key':
      return inputs.number(expression.key);
    case 'negated': {
      const value = result(expression.of, inputs);
      return isNumber(value) ? negate(value) : value;
    }
    case 'round': {
      const value = result(expression.of, inputs);
      return isNumber(value) ? round(value, expression.places) : value;
    }
    case 'sum': {
      const values = expression.of.map((each) => result(each, inputs));
      if (values.includes('zeroDivision')) return 'zeroDivision';
      const numbers = values.filter(isNumber);
      return numbers.length === 0 ? null : numbers.reduce(add, rational(0n));
    }
    case 'binary': {
      const left = result(expression.left, inputs);
      const right = result(expression.right, inputs);
      if (!isNumber(left)) return left;
      if (!isNumber(right)) return right;
      switch (expression.operator) {
        case '+':
          return add(left, right);
        case '-':
          return add(left, negate(right));
        case '*':
          return multiply(left, right);
        case '/':
          return divide(left, right) ?? 'zeroDivision';
      }
    }
  }
}

function isNumber(value: Rational | null | 'zeroDivision'): value is Rational {
  return value !== null && value !== 'zeroDivision';
}
