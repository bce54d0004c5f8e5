/** Generated formulas and conditions, against evaluators that share nothing with the service's. */
import { chineseAmount } from '@cinnabar/api/component-rules/chinese-amount.js';
import { compute } from '@cinnabar/api/component-rules/compute.js';
import { evaluateRules } from '@cinnabar/api/component-rules/evaluate.js';
import { parseFormula } from '@cinnabar/api/component-rules/formula.js';
import { rational, toDecimals } from '@cinnabar/api/component-rules/rational.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';

/** A formula as text with its value as an unreduced fraction; a zero denominator stands for a division by zero. */
interface Generated {
  readonly text: string;
  readonly value: readonly [bigint, bigint];
}

const number = fc.tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 0, max: 3 })).map(
  ([digits, places]): Generated => ({
    text: (digits / 10 ** places).toFixed(places),
    value: [BigInt(digits), 10n ** BigInt(places)],
  }),
);

const formulas = fc.letrec<{
  readonly whole: Generated;
  readonly binary: Generated;
  readonly sum: Generated;
}>((tie) => ({
  whole: fc.oneof({ maxDepth: 4 }, number, tie('binary'), tie('sum')),
  binary: fc
    .tuple(tie('whole'), fc.constantFrom('+', '-', '*', '/'), tie('whole'), fc.constantFrom('', ' '))
    .map(([left, operator, right, space]) => {
      const [[a, b], [c, d]] = [left.value, right.value];
      const text = `(${left.text}${space}${operator}${space}${right.text})`;
      // A zero denominator stays, whatever it is divided by.
      if (b === 0n || d === 0n || (operator === '/' && c === 0n)) return { text, value: [0n, 0n] };
      if (operator === '*') return { text, value: [a * c, b * d] };
      if (operator === '/') return { text, value: [a * d, b * c] };
      return { text, value: [operator === '+' ? a * d + c * b : a * d - c * b, b * d] };
    }),
  sum: fc.array(tie('whole'), { minLength: 1, maxLength: 3 }).map((parts) => ({
    text: `sum(${parts.map(({ text }) => text).join(',')})`,
    value: parts.reduce<readonly [bigint, bigint]>(
      ([a, b], { value: [c, d] }) => [a * d + c * b, b * d],
      [0n, 1n],
    ),
  })),
}));

it('a generated formula has the value that unreduced fractions give it', () => {
  const target = { key: null, name: '', type: 1, attribute: {} };
  const inputs = { text: () => null, number: () => null };
  fc.assert(
    fc.property(formulas.whole, ({ text, value: [numerator, denominator] }) => {
      const parsed = parseFormula(`=${text}`);
      if (!('formula' in parsed)) throw new Error(`${text}: ${parsed.problem.en}`);
      const result = compute(target, parsed.formula, inputs);
      if (denominator === 0n) expect(result).toMatchObject({ problem: { en: 'division by zero' } });
      else if ('value' in result) {
        const [whole = '', fraction = ''] = result.value.replace('-', '').split('.');
        const digits = BigInt(whole + fraction) * (result.value.startsWith('-') ? -1n : 1n);
        expect(digits * denominator).toBe(numerator * 10n ** BigInt(fraction.length));
      } else expect(result.problem.en).toMatch(/infinitely|too many digits/);
    }),
    { numRuns: 300 },
  );
});

it('no text makes the parser fail otherwise than by naming a place in it', () => {
  const pieces = fc.array(
    fc.constantFrom(
      'a',
      '1',
      '.',
      '+',
      '-',
      '*',
      '/',
      '(',
      ')',
      ',',
      '"',
      'sum(',
      'upper(',
      'round(',
      ' ',
      '，',
      '价',
      '$',
    ),
  );
  fc.assert(
    fc.property(pieces, (all) => {
      const text = all.join('');
      const parsed = parseFormula(text);
      if ('problem' in parsed) expect(parsed.at).toBeLessThanOrEqual(text.length);
    }),
    { numRuns: 500 },
  );
});

/** Reads an amount in capital letters back: the value in fen. */
function fenOf(words: string): bigint {
  const digits = new Map([...'零壹贰叁肆伍陆柒捌玖'].map((character, digit) => [character, BigInt(digit)]));
  const units = new Map([
    ['拾', 10n],
    ['佰', 100n],
    ['仟', 1000n],
  ]);
  const larger = new Map([
    ['万', 10_000n],
    ['亿', 100_000_000n],
  ]);
  let [total, group, digit] = [0n, 0n, 0n];
  let fen = 0n;
  for (const character of words) {
    const unit = units.get(character);
    const large = larger.get(character);
    if (digits.has(character)) digit = digits.get(character) ?? 0n;
    else if (unit !== undefined) [group, digit] = [group + digit * unit, 0n];
    else if (large !== undefined) {
      // 亿 multiplies everything before it, 万 only its own group.
      total = large === 100_000_000n ? (total + group + digit) * large : total + (group + digit) * large;
      [group, digit] = [0n, 0n];
    } else if (character === '元') [fen, total, group, digit] = [(total + group + digit) * 100n, 0n, 0n, 0n];
    else if (character === '角') [fen, digit] = [fen + digit * 10n, 0n];
    else if (character === '分') [fen, digit] = [fen + digit, 0n];
  }
  return words.startsWith('负') ? -fen : fen;
}

it('an amount in capital letters can be read back, and never has two zeros in a row', () => {
  const amounts = fc.oneof(
    fc.bigInt({ min: -(10n ** 18n) + 1n, max: 10n ** 18n - 1n }),
    fc.bigInt({ min: 0n, max: 200_000n }),
    // Many zeros: sums of few powers of ten.
    fc
      .array(fc.integer({ min: 0, max: 17 }), { minLength: 1, maxLength: 4 })
      .map((powers) => [...new Set(powers)].reduce((sum, power) => sum + 10n ** BigInt(power), 0n)),
  );
  fc.assert(
    fc.property(amounts, (fen) => {
      const amount = chineseAmount(rational(fen, 100n));
      if (!('words' in amount)) throw new Error(`${toDecimals(rational(fen, 100n))}: ${amount.problem}`);
      expect(fenOf(amount.words)).toBe(fen);
      expect(amount.words).not.toMatch(/零零|零[元万亿角分](?!整)/u);
    }),
    { numRuns: 500 },
  );
});

it('what is shown follows from the conditions one after the other', () => {
  const texts = fc.constantFrom('', 'x', 'y');
  const rule = fc.record({
    on: fc.nat(),
    operator: fc.constantFrom('is', 'isNot', 'filled'),
    value: fc.constantFrom('x', 'y'),
  });
  const rows = fc.array(fc.record({ value: texts, rule: fc.option(rule) }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(rows, (generated) => {
      // Each condition names an earlier control, so that there is no cycle.
      const controls = generated.map(({ rule: given }, index) => ({
        key: `k${index}`,
        name: `k${index}`,
        type: 1,
        attribute:
          given === null || index === 0
            ? {}
            : { showWhen: { key: `k${given.on % index}`, operator: given.operator, value: given.value } },
      }));
      const values = generated.map(({ value }) => value);
      const shown: boolean[] = [];
      for (const [index, { attribute }] of controls.entries()) {
        const { showWhen } = attribute;
        const on = Number(showWhen?.key.slice(1));
        const found = values[on] ?? '';
        const isMet =
          showWhen?.operator === 'filled'
            ? found !== ''
            : (found === showWhen?.value) === (showWhen?.operator === 'is');
        shown[index] = showWhen === undefined || (shown[on] === true && isMet);
      }
      const standings = evaluateRules(controls, {
        valueAt: (place) => values[place] ?? '',
        isSettledAt: () => true,
      });
      expect(standings.map(({ visibility }) => visibility === 'shown')).toEqual(shown);
    }),
    { numRuns: 300 },
  );
});
