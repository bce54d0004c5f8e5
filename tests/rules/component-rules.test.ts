/** Conditions and formulas of controls that belong together: what they lead to, and which of them are refused. */
import { type CheckedControl, checkRules } from '@cinnabar/api/component-rules/check-rules.js';
import type { RuledAttribute } from '@cinnabar/api/component-rules/control.js';
import { evaluateRules } from '@cinnabar/api/component-rules/evaluate.js';
import type { ShowWhen } from '@cinnabar/api/schemas/component-rules.js';
import { describe, expect, it } from 'vitest';

const types = { text: 1, number: 2, date: 3, area: 6, check: 101, choice: 102, picture: 103 } as const;

interface Row extends RuledAttribute {
  readonly type?: keyof typeof types;
  readonly value?: string;
  readonly required?: boolean;
  /** Order of filling of its party. */
  readonly by?: number;
}

/** Controls by key; the key is the name as well. */
function controls(rows: Readonly<Record<string, Row>>): readonly CheckedControl[] {
  return Object.entries(rows).map(
    ([key, { type = 'text', value = '', required = true, by = 1, ...attribute }]) => ({
      key,
      name: key,
      type: types[type],
      value,
      required,
      fillOrder: by,
      attribute,
    }),
  );
}

const when = (key: string, operator: ShowWhen['operator'], value?: string): ShowWhen => ({
  key,
  operator,
  ...(value === undefined ? {} : { value }),
});

/** `key: value` of what is shown; hidden and open ones are named so. */
function seen(
  rows: Readonly<Record<string, Row>>,
  openParties: readonly number[] = [],
): Record<string, string> {
  const all = controls(rows);
  const standings = evaluateRules(all, {
    valueAt: (place) => all[place]?.value ?? '',
    isSettledAt: (place) => !openParties.includes(all[place]?.fillOrder ?? 0),
  });
  return Object.fromEntries(
    standings.map(({ visibility, value, computation }, place) => [
      all[place]?.key,
      visibility === 'shown' ? (computation?.problem?.en ?? value) : visibility,
    ]),
  );
}

describe('a control is shown while its condition holds', () => {
  const reason = (value: string) => ({ value, showWhen: when('kind', 'is', '其他') });
  it.each([
    ['text that equals', { kind: { value: ' 其他 ' }, why: reason('x') }, 'x'],
    ['text that differs', { kind: { value: '甲' }, why: reason('x') }, 'hidden'],
    ['text that is empty', { kind: {}, why: reason('x') }, 'hidden'],
    [
      'isNot, while it is empty',
      { kind: {}, why: { value: 'x', showWhen: when('kind', 'isNot', '甲') } },
      'x',
    ],
    [
      'isNot, of the value',
      { kind: { value: '甲' }, why: { showWhen: when('kind', 'isNot', '甲') } },
      'hidden',
    ],
    ['filled', { kind: { value: '甲' }, why: { value: 'x', showWhen: when('kind', 'filled') } }, 'x'],
    ['filled with blanks', { kind: { value: '  ' }, why: { showWhen: when('kind', 'filled') } }, 'hidden'],
    [
      'a number in another notation',
      { n: { type: 'number', value: '1,000.00' }, why: { value: 'x', showWhen: when('n', 'is', '1000') } },
      'x',
    ],
    [
      'a ticked box',
      { box: { type: 'check', value: 'true' }, why: { value: 'x', showWhen: when('box', 'is', 'true') } },
      'x',
    ],
    [
      'a box that nobody has touched',
      { box: { type: 'check' }, why: { value: 'x', showWhen: when('box', 'is', 'false') } },
      'x',
    ],
    [
      'an unticked box is not filled',
      { box: { type: 'check', value: 'false' }, why: { showWhen: when('box', 'filled') } },
      'hidden',
    ],
    ['an unknown key', { why: { showWhen: when('none', 'isNot', 'x') } }, 'hidden'],
  ] satisfies readonly (readonly [string, Readonly<Record<string, Row>>, string])[])(
    '%s',
    (_, rows, expected) => {
      expect(seen(rows)['why']).toBe(expected);
    },
  );

  it('hides what depends on a hidden control, whatever is asked of it', () => {
    const chain = (a: string) => ({
      a: { value: a },
      b: { value: 'x', showWhen: when('a', 'is', '1') },
      c: { value: 'y', showWhen: when('b', 'isNot', 'z') },
    });
    expect(seen(chain('1'))).toEqual({ a: '1', b: 'x', c: 'y' });
    expect(seen(chain('2'))).toEqual({ a: '2', b: 'hidden', c: 'hidden' });
  });

  it('leaves open what a later value may decide, unless it is hidden already', () => {
    const rows = (a: string) => ({
      a: { value: a, by: 1 },
      b: { value: '', by: 2, showWhen: when('a', 'is', '1') },
      c: { value: '', by: 3, showWhen: when('b', 'filled') },
    });
    expect(seen(rows(''), [1, 2, 3])).toEqual({ a: '', b: 'open', c: 'open' });
    expect(seen(rows('1'), [2, 3])).toEqual({ a: '1', b: '', c: 'open' });
    expect(seen(rows('2'), [2, 3])).toEqual({ a: '2', b: 'hidden', c: 'hidden' });
  });

  it('computes from what is shown, and shows what is computed', () => {
    const rows = (gift: string) =>
      ({
        price: { type: 'number', value: '100' },
        gift: { type: 'check', value: gift },
        wrapping: { type: 'number', value: '5', showWhen: when('gift', 'is', 'true') },
        total: { type: 'number', formula: '=sum(price,wrapping)' },
        words: { formula: '=upper(total)' },
        large: { value: 'x', showWhen: when('total', 'is', '105') },
      }) as const;
    expect(seen(rows('true'))).toMatchObject({ total: '105', words: '壹佰零伍元整', large: 'x' });
    expect(seen(rows('false'))).toMatchObject({ wrapping: 'hidden', total: '100', large: 'hidden' });
  });

  it('ends where rules that were never checked form a cycle', () => {
    expect(seen({ a: { type: 'number', formula: '=b' }, b: { type: 'number', formula: '=a' } })).toEqual({
      a: '',
      b: '',
    });
    expect(Object.keys(seen({ a: { showWhen: when('a', 'filled') } }))).toEqual(['a']);
  });
});

describe('rules that cannot be meant are named before anybody fills anything in', () => {
  const choice = { type: 'choice', options: ['甲', '乙'] } as const;
  const findings = (rows: Readonly<Record<string, Row>>) => {
    const keys = Object.keys(rows);
    return checkRules(controls(rows)).map(
      ({ place, field, kind, isWarning }) => `${keys[place]}.${field} ${kind}${isWarning ? '?' : ''}`,
    );
  };

  it.each([
    ['nothing at fault', { a: choice, b: { showWhen: when('a', 'is', '甲') } }, []],
    ['unknown key of a condition', { b: { showWhen: when('a', 'filled') } }, ['b.showWhen.key unknownKey']],
    ['unknown key of a formula', { b: { formula: '=a' } }, ['b.formula unknownKey']],
    ['formula that cannot be read', { b: { formula: '=a+' } }, ['b.formula syntax']],
    [
      'value that is no option',
      { a: choice, b: { showWhen: when('a', 'is', '丙') } },
      ['b.showWhen.value neverHolds'],
    ],
    [
      'box neither true nor false',
      { a: { type: 'check' }, b: { showWhen: when('a', 'is', 'maybe') } },
      ['b.showWhen.value neverHolds'],
    ],
    [
      'box that is not maybe',
      { a: { type: 'check' }, b: { showWhen: when('a', 'isNot', 'maybe') } },
      ['b.showWhen.value neverHolds'],
    ],
    [
      'number that is none',
      { a: { type: 'number' }, b: { showWhen: when('a', 'is', 'x') } },
      ['b.showWhen.value neverHolds'],
    ],
    [
      'number with digits that nobody can give',
      { a: { type: 'number', fractionDigits: 0 }, b: { showWhen: when('a', 'is', '1.5') } },
      ['b.showWhen.value neverHolds'],
    ],
    [
      'text longer than allowed',
      { a: { maxLength: '2' }, b: { showWhen: when('a', 'is', '甲乙丙') } },
      ['b.showWhen.value neverHolds'],
    ],
    [
      'no value to compare with',
      { a: {}, b: { showWhen: when('a', 'is') } },
      ['b.showWhen.value valueMissing'],
    ],
    [
      'a date compared',
      { a: { type: 'date' }, b: { showWhen: when('a', 'is', '2026-01-01') } },
      ['b.showWhen.operator operatorNotForType'],
    ],
    ['a date filled in', { a: { type: 'date' }, b: { showWhen: when('a', 'filled') } }, []],
    [
      'a signature area',
      { a: { type: 'area' }, b: { showWhen: when('a', 'filled') } },
      ['b.showWhen.key noCondition'],
    ],
    ['its own value', { a: { showWhen: when('a', 'filled') } }, ['a.showWhen.key cycle']],
    [
      'two on each other, and one behind them',
      {
        a: { showWhen: when('b', 'filled') },
        b: { showWhen: when('a', 'filled') },
        c: { showWhen: when('b', 'filled') },
      },
      ['a.showWhen.key cycle', 'b.showWhen.key cycle'],
    ],
    [
      'formulas on each other',
      { a: { type: 'number', formula: '=b+1' }, b: { type: 'number', formula: '=a-1' } },
      ['a.formula cycle', 'b.formula cycle'],
    ],
    [
      'a formula on what its own result shows',
      { a: { type: 'number', formula: '=b' }, b: { type: 'number', showWhen: when('a', 'filled') } },
      ['a.formula cycle', 'b.showWhen.key cycle'],
    ],
    [
      'a condition on a later filler',
      { a: { by: 2 }, b: { by: 1, showWhen: when('a', 'filled') } },
      ['b.showWhen.key laterFiller'],
    ],
    [
      'a condition on what a later filler computes',
      {
        a: { type: 'number', by: 2 },
        s: { type: 'number', by: 1, formula: '=a*2' },
        b: { by: 1, showWhen: when('s', 'filled') },
      },
      ['b.showWhen.key laterFiller'],
    ],
    ['an area under a later value', { a: { by: 2 }, b: { type: 'area', showWhen: when('a', 'filled') } }, []],
    [
      'a formula over a later value',
      { a: { type: 'number', by: 2 }, b: { type: 'number', formula: '=a' } },
      [],
    ],
    [
      'a repetition that contradicts its condition',
      {
        a: choice,
        b: { ...choice, formula: '=a', showWhen: when('a', 'is', '甲') },
        c: { showWhen: when('b', 'is', '乙') },
      },
      ['c.showWhen.key contradicts'],
    ],
    [
      'all options excluded',
      {
        a: choice,
        b: { ...choice, formula: '=a', showWhen: when('a', 'filled') },
        c: { ...choice, formula: '=a', showWhen: when('b', 'isNot', '甲') },
        d: { showWhen: when('c', 'isNot', '乙') },
      },
      ['d.showWhen.key contradicts'],
    ],
    ['text in arithmetic', { a: {}, b: { type: 'number', formula: '=a+1' } }, ['b.formula notNumber']],
    [
      'a number in a box',
      { a: { type: 'number' }, b: { type: 'check', formula: '=a+1' } },
      ['b.formula wrongResult'],
    ],
    [
      'capital letters in a number',
      { a: { type: 'number' }, b: { type: 'number', formula: '=upper(a)' } },
      ['b.formula wrongResult'],
    ],
    [
      'a text repeated as a number',
      { a: {}, b: { type: 'number', formula: '=a' } },
      ['b.formula wrongResult'],
    ],
    [
      'dates of different formats',
      { a: { type: 'date', dateFormat: 'yyyy年MM月dd日' }, b: { type: 'date', formula: '=a' } },
      ['b.formula wrongResult'],
    ],
    [
      'dates of the same format',
      { a: { type: 'date' }, b: { type: 'date', dateFormat: 'yyyy-MM-dd', formula: '=a' } },
      [],
    ],
    [
      'a picture by formula',
      { a: { type: 'picture' }, b: { type: 'picture', formula: '=a' } },
      ['b.formula noFormula'],
    ],
    ['a value beside a formula', { a: {}, b: { formula: '=a', value: 'x' } }, ['b.value valueOfFormula']],
    [
      'a condition that always holds',
      { a: { type: 'number' }, b: { showWhen: when('a', 'isNot', 'x') } },
      ['b.showWhen.value alwaysHolds?'],
    ],
    [
      'an input that may be hidden',
      { a: {}, n: { type: 'number', showWhen: when('a', 'filled') }, b: { type: 'number', formula: '=n*2' } },
      ['b.formula inputMayBeHidden?'],
    ],
    [
      'an input that may be hidden, summed',
      {
        a: {},
        n: { type: 'number', showWhen: when('a', 'filled') },
        b: { type: 'number', formula: '=sum(n)' },
      },
      [],
    ],
    [
      'an optional input of a required result',
      { n: { type: 'number', required: false }, b: { type: 'number', formula: '=n*2' } },
      ['b.required inputOptional?'],
    ],
  ] satisfies readonly (readonly [string, Readonly<Record<string, Row>>, readonly string[]])[])(
    '%s',
    (_, rows, expected) => {
      expect(findings(rows)).toEqual(expected);
    },
  );

  it('refuses a chain that is longer than anybody needs, and judges 5000 controls', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index): [string, Row] => [
        `k${index}`,
        index === 0 ? {} : { showWhen: when(`k${index - 1}`, 'filled') },
      ]),
    );
    expect(findings(chain)[0]).toBe('k50.showWhen.key tooDeep');
    const wide = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index): [string, Row] => [
        `k${index}`,
        index === 0 ? { type: 'number' } : { type: 'number', formula: '=k0*2' },
      ]),
    );
    expect(findings(wide)).toEqual([]);
  });
});
