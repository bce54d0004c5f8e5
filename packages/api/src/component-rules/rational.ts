/** Exact arithmetic: a quotient stays a quotient until it is written as decimals, so that nothing is ever rounded. */
export interface Rational {
  readonly numerator: bigint;
  /** Positive, and without a common divisor with the numerator. */
  readonly denominator: bigint;
}

export function rational(numerator: bigint, denominator = 1n): Rational {
  if (denominator === 0n) throw new RangeError('the denominator is zero');
  const divisor = commonDivisor(numerator, denominator) * (denominator < 0n ? -1n : 1n);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

function commonDivisor(left: bigint, right: bigint): bigint {
  let [a, b] = [left < 0n ? -left : left, right < 0n ? -right : right];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

/** A number in plain decimals with an optional sign, such as -12.50; null for anything else. */
export function parseRational(text: string): Rational | null {
  const match = /^([+-]?)(\d*)(?:\.(\d+))?$/.exec(text);
  const [, sign = '', whole = '', fraction = ''] = match ?? [];
  if (match === null || whole.length + fraction.length === 0) return null;
  const digits = BigInt(`${whole}${fraction}`);
  return rational(sign === '-' ? -digits : digits, 10n ** BigInt(fraction.length));
}

export function add(left: Rational, right: Rational): Rational {
  return rational(
    left.numerator * right.denominator + right.numerator * left.denominator,
    left.denominator * right.denominator,
  );
}

export function negate({ numerator, denominator }: Rational): Rational {
  return { numerator: -numerator, denominator };
}

export function multiply(left: Rational, right: Rational): Rational {
  return rational(left.numerator * right.numerator, left.denominator * right.denominator);
}

/** null for a division by zero. */
export function divide(left: Rational, right: Rational): Rational | null {
  if (right.numerator === 0n) return null;
  return rational(left.numerator * right.denominator, left.denominator * right.numerator);
}

/** Rounded half away from zero (四舍五入) to `places` decimal places. */
export function round(value: Rational, places: number): Rational {
  const scale = 10n ** BigInt(places);
  const isNegative = value.numerator < 0n;
  const scaled = (isNegative ? -value.numerator : value.numerator) * scale;
  const rounded = (2n * scaled + value.denominator) / (2n * value.denominator);
  return rational(isNegative ? -rounded : rounded, scale);
}

/** The number in plain decimals, without trailing zeros; null if no finite number of digits is exact. */
export function toDecimals({ numerator, denominator }: Rational): string | null {
  let rest = denominator;
  let [twos, fives] = [0, 0];
  for (; rest % 2n === 0n; rest /= 2n) twos += 1;
  for (; rest % 5n === 0n; rest /= 5n) fives += 1;
  if (rest !== 1n) return null;
  const places = Math.max(twos, fives);
  const isNegative = numerator < 0n;
  const scaled = ((isNegative ? -numerator : numerator) * 10n ** BigInt(places)) / denominator;
  const digits = String(scaled).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  return `${isNegative ? '-' : ''}${whole}${places === 0 ? '' : `.${digits.slice(-places)}`}`;
}
