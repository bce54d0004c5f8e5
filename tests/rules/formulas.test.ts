/** Formulas of controls: how they are read, and what they compute, exactly. */
import { chineseAmount } from '@cinnabar/api/component-rules/chinese-amount.js';
import { compute } from '@cinnabar/api/component-rules/compute.js';
import { numberOf } from '@cinnabar/api/component-rules/condition.js';
import type { RuledAttribute, RuledControl } from '@cinnabar/api/component-rules/control.js';
import { keysOf, parseFormula, withKeys, writtenKey } from '@cinnabar/api/component-rules/formula.js';
import { parseRational } from '@cinnabar/api/component-rules/rational.js';
import { describe, expect, it } from 'vitest';

const NUMBER = 2;
const TEXT = 1;

function control(type: number, attribute: RuledAttribute = {}): RuledControl {
  return { key: 'result', name: '结果', type, attribute };
}

/** The value computed from these inputs, or the English words of the problem. */
function computed(
  formula: string,
  inputs: Readonly<Record<string, string>> = {},
  target: RuledControl = control(NUMBER),
): string {
  const parsed = parseFormula(formula);
  if ('problem' in parsed) return `${parsed.at}: ${parsed.problem.en}`;
  const result = compute(target, parsed.formula, {
    text: (key) => inputs[key] ?? null,
    number: (key) => numberOf(inputs[key] ?? ''),
  });
  return 'value' in result ? result.value : result.problem.en;
}

describe('a formula is computed exactly', () => {
  const inputs = { a: '2', b: '3', c: '10', 单价: '1,250.50', 数量: '4', 'net price': '7', 'a"b': '5' };
  it.each([
    ['=a', '2'],
    ['a', '2'],
    ['=a+b*c', '32'],
    ['=(a+b)*c', '50'],
    ['=c-b-a', '5'],
    ['=c/a/a', '2.5'],
    ['=-a*-b', '6'],
    ['=--a', '2'],
    ['=a/b*b', '2'],
    ['=0.1+0.2', '0.3'],
    ['=单价*数量', '5002'],
    ['＝（a＋b）×c÷a－1', '24'],
    ['=sum(a,b,c)', '15'],
    ['=sum（a，b）', '5'],
    ['=SUM(a)', '2'],
    ['="net price"*2', '14'],
    ['="a""b"+1', '6'],
    ['=round(c/b,2)', '3.33'],
    ['=round(0.005,2)', '0.01'],
    ['=round(-0.005,2)', '-0.01'],
    ['=round(2.5,0)', '3'],
    ['=12345678901234567890*10000000000', '123456789012345678900000000000'],
  ])('%s gives %s', (formula, expected) => {
    expect(computed(formula, inputs)).toBe(expected);
  });

  it('has no result while an input is empty, but sums what there is', () => {
    expect(computed('=a+b', { a: '1' })).toBe('');
    expect(computed('=a*2', {})).toBe('');
    expect(computed('=sum(a,b)', { a: '1' })).toBe('1');
    expect(computed('=sum(a,b)', {})).toBe('');
    expect(computed('=sum(a,b*c)', { a: '1', b: '2' })).toBe('1');
  });

  it.each([
    ['=1/3', {}, 'the result has infinitely many decimal places; round it in the formula'],
    ['=1/(a-2)', {}, 'division by zero'],
    ['=sum(1/0,1)', {}, 'division by zero'],
    [
      '=100.01*0.13',
      { fractionDigits: 2 },
      'the result 13.0013 has more than 2 decimal places; round it in the formula',
    ],
    [
      '=1/8',
      { fractionDigits: 2 },
      'the result 0.125 has more than 2 decimal places; round it in the formula',
    ],
    ['=99999999999999999999*999999999999999999999', {}, 'the result has too many digits'],
  ])('%s is refused instead of rounded', (formula, attribute, problem) => {
    expect(computed(formula, inputs, control(NUMBER, attribute))).toBe(problem);
  });

  it('writes a result in the number format of its control', () => {
    const amount = control(NUMBER, { numberFormat: '#,##0', fractionDigits: 2 });
    expect(computed('=单价*数量', inputs, amount)).toBe('5,002.00');
    expect(computed('=0-单价', inputs, amount)).toBe('-1,250.50');
    expect(computed('=单价', inputs, amount)).toBe('1,250.50');
  });

  it('repeats a text as it is', () => {
    expect(computed('=名称', { 名称: '甲公司' }, control(TEXT))).toBe('甲公司');
    expect(computed('=单价', inputs, control(TEXT))).toBe('1,250.50');
    expect(computed('=名称', { 名称: '甲公司' }, control(TEXT, { maxLength: '2' }))).toBe(
      'the result exceeds 2 characters',
    );
    expect(computed('=名称', { 名称: '丙' }, control(102, { options: ['甲', '乙'] }))).toBe(
      '"丙" is none of the options',
    );
  });
});

describe('a formula that cannot be read is named with the place of the mistake', () => {
  it.each([
    ['', '0: the formula is incomplete'],
    ['=', '1: the formula is incomplete'],
    ['=a+', '3: the formula is incomplete'],
    ['=a b', '3: an operator is missing here'],
    ['=(a', '3: ")" is expected here'],
    ['=a)', '2: an operator is missing here'],
    ['=*a', '1: a number or a key is missing before "*"'],
    ['=a$b', '2: "$" has no meaning here; a key with such characters is written in double quotes'],
    ['="a', '1: the quote is not closed'],
    ['=max(a,b)', '1: max is no function: use sum, round or upper'],
    [
      '=1+upper(a)',
      '3: upper stands for the whole formula: its result is text, which nothing can be computed from',
    ],
    ['=upper(a)+1', '9: an operator is missing here'],
    ['=round(a,1.5)', '9: the decimal places of round are an integer from 0 to 20'],
    ['=round(a)', '8: "," is expected here'],
    [`=${'('.repeat(60)}1${')'.repeat(60)}`, '51: is nested deeper than 50'],
  ])('%s', (formula, problem) => {
    expect(computed(formula)).toBe(problem);
  });

  it('lists the keys that it reads, and writes any key', () => {
    const parsed = parseFormula('=a+sum(b,"c d",a)');
    expect('formula' in parsed && keysOf(parsed.formula)).toEqual(['a', 'b', 'c d']);
    expect(['total', '单价', 'c d', 'a-b', '2x', 'a"b'].map(writtenKey)).toEqual([
      'total',
      '单价',
      '"c d"',
      '"a-b"',
      '"2x"',
      '"a""b"',
    ]);
  });
});

describe('an amount in Chinese capital letters', () => {
  const said = (amount: string) => {
    const value = parseRational(amount);
    const words = value === null ? null : chineseAmount(value);
    return words !== null && 'words' in words ? words.words : words?.problem;
  };
  it.each([
    ['0', '零元整'],
    ['0.00', '零元整'],
    ['0.05', '伍分'],
    ['0.5', '伍角整'],
    ['0.55', '伍角伍分'],
    ['1', '壹元整'],
    ['10', '壹拾元整'],
    ['11', '壹拾壹元整'],
    ['100', '壹佰元整'],
    ['101', '壹佰零壹元整'],
    ['110', '壹佰壹拾元整'],
    ['1001', '壹仟零壹元整'],
    ['1010', '壹仟零壹拾元整'],
    ['1409.5', '壹仟肆佰零玖元伍角整'],
    ['6007.14', '陆仟零柒元壹角肆分'],
    ['1680.32', '壹仟陆佰捌拾元叁角贰分'],
    ['107000.53', '壹拾万柒仟元伍角叁分'],
    ['16409.02', '壹万陆仟肆佰零玖元零贰分'],
    ['325.04', '叁佰贰拾伍元零肆分'],
    ['10000', '壹万元整'],
    ['10001', '壹万零壹元整'],
    ['100100', '壹拾万零壹佰元整'],
    ['1000000', '壹佰万元整'],
    ['100000000', '壹亿元整'],
    ['100000001', '壹亿零壹元整'],
    ['100010000', '壹亿零壹万元整'],
    ['110000000', '壹亿壹仟万元整'],
    ['10000000001', '壹佰亿零壹元整'],
    ['200000000000', '贰仟亿元整'],
    ['1234567890123.45', '壹万贰仟叁佰肆拾伍亿陆仟柒佰捌拾玖万零壹佰贰拾叁元肆角伍分'],
    ['1000000000000', '壹万亿元整'],
    ['9999999999999999.99', '玖仟玖佰玖拾玖万玖仟玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元玖角玖分'],
    ['-12.3', '负壹拾贰元叁角整'],
    ['1.001', 'belowFen'],
    ['10000000000000000', 'tooLargeForWords'],
  ])('%s is %s', (amount, words) => {
    expect(said(amount)).toBe(words);
  });

  it('is computed by upper', () => {
    expect(computed('=upper(a*b)', { a: '1,250.50', b: '4' }, control(TEXT))).toBe('伍仟零贰元整');
    expect(computed('=upper(1/3)', {}, control(TEXT))).toBe(
      'the amount has a part below 0.01, which has no capital letters; round it in the formula',
    );
    expect(computed('=upper(round(1/3,2))', {}, control(TEXT))).toBe('叁角叁分');
  });
});

describe('keys of a formula are renamed', () => {
  const renamed = new Map([
    ['a', 'a_2'],
    ['sum', 'total'],
    ['net price', '净价'],
    ['单价', 'unit price'],
  ]);
  it.each([
    ['=a+b', '=a_2+b'],
    [' = a * a ', ' = a_2 * a_2 '],
    ['=sum(a, sum)', '=sum(a_2, total)'],
    ['=round("net price"*0.06, 2)', '=round(净价*0.06, 2)'],
    ['＝单价×数量', '＝"unit price"×数量'],
    ['=ab+"b"', '=ab+"b"'],
    ['=a+', '=a+'],
    ['="a', '="a'],
  ])('%s becomes %s', (formula, expected) => {
    expect(withKeys(formula, renamed)).toBe(expected);
  });
});
