import type { ShowWhen } from '../schemas/component-rules.js';
import { type RuledControl, valueKindOf } from './control.js';
import { readNumberValue } from './number-value.js';
import { parseRational, type Rational } from './rational.js';

/** The number that a value stands for, with or without thousands separators; null for none. */
export function numberOf(value: string): Rational | null {
  const read = readNumberValue(value, { numberFormat: null, fractionDigits: null });
  return 'drawn' in read ? parseRational(read.drawn) : null;
}

/** Whether the condition holds for this value of the control that it names. An empty value differs from every value. */
export function holds(
  { operator, value: wanted = '' }: ShowWhen,
  control: Pick<RuledControl, 'type'>,
  found: string,
): boolean {
  switch (operator) {
    case 'filled':
      return valueKindOf(control) === 'check' ? found === 'true' : found.trim() !== '';
    case 'is':
      return equals(control, found, wanted);
    case 'isNot':
      return !equals(control, found, wanted);
  }
}

function equals(control: Pick<RuledControl, 'type'>, found: string, wanted: string): boolean {
  switch (valueKindOf(control)) {
    case 'check':
      // A box that nobody has touched is not ticked.
      return (found === 'true') === (wanted.trim() === 'true');
    case 'number': {
      const [left, right] = [numberOf(found), numberOf(wanted)];
      if (left === null || right === null) return false;
      return left.numerator === right.numerator && left.denominator === right.denominator;
    }
    default:
      return found.trim() !== '' && found.trim() === wanted.trim();
  }
}
