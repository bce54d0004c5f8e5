import { dateFormat, specialAttribute } from '@cinnabar/api/schemas/component.js';
import { keepAttribute, textStyleOf } from '@cinnabar/server/areas/templates/component-attribute.js';
import { readComponentValue } from '@cinnabar/server/areas/templates/component-value.js';
import { printDate } from '@cinnabar/server/areas/templates/date-value.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const zone = 'Asia/Shanghai';

function drawn(componentType: number, attribute: Record<string, unknown>, given: string): string {
  const taken = specialAttribute.read(attribute, 'specialAttribute', { zone });
  const kept = keepAttribute(taken, componentType, 1);
  const value = readComponentValue({ componentType, attribute: kept }, given, zone);
  return 'drawn' in value ? value.drawn : `! ${value.problem.en}`;
}

describe('a number is drawn in the format of its control, never rounded', () => {
  const rows = [
    ['1234567.5', {}, '1234567.5'],
    ['1234567.5', { numberFormat: '0' }, '1234567.5'],
    ['1234567.5', { numberFormat: '1', fractionDigits: 2 }, '1,234,567.50'],
    ['1,234,567', { numberFormat: '#,##0', fractionDigits: '2' }, '1,234,567.00'],
    ['1,234,567.5', { numberFormat: '' }, '1234567.5'],
    [' -1234 ', { numberFormat: '1' }, '-1,234'],
    ['+12', {}, '12'],
    ['.5', {}, '0.5'],
    ['000120', {}, '120'],
    ['-0.00', {}, '0.00'],
    ['12.345', { fractionDigits: 3 }, '12.345'],
    ['99999999999999999999.99', { numberFormat: '1' }, '99,999,999,999,999,999,999.99'],
    ['999', { numberFormat: '1' }, '999'],
    ['0', { numberFormat: '1', fractionDigits: 2 }, '0.00'],
    ['-0.5', { numberFormat: '1', fractionDigits: 2 }, '-0.50'],
    ['1，234.5', { numberFormat: '1' }, '1,234.5'],
    ['+1,000', { numberFormat: '0' }, '1000'],
    ['5', { fractionDigits: 0 }, '5'],
    ['1234', { fractionDigits: 20 }, `1234.${'0'.repeat(20)}`],
    ['1000', { numberFormat: '1' }, '1,000'],
    ['12.345', { fractionDigits: 2 }, '! "12.345" has more than 2 decimal places'],
    ['12.0', { fractionDigits: 0 }, '! "12.0" has more than 0 decimal places'],
    ['12,34', {}, '! "12,34" is not a number'],
    ['1,2345', {}, '! "1,2345" is not a number'],
    ['twelve', {}, '! "twelve" is not a number'],
    ['1e5', {}, '! "1e5" is not a number'],
    ['-', {}, '! "-" is not a number'],
    ['.', {}, '! "." is not a number'],
    ['1.2.3', {}, '! "1.2.3" is not a number'],
    ['٣', {}, '! "٣" is not a number'],
    ['9'.repeat(41), {}, `! "${'9'.repeat(41)}" is not a number`],
  ] as const;
  it.each(rows)('%s with %j', (given, attribute, expected) => {
    expect(drawn(2, attribute, given)).toBe(expected);
  });

  it('keeps every digit of any amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 25n }), fc.integer({ min: 0, max: 99 }), (yuan, cents) => {
        const amount = `${yuan}.${String(cents).padStart(2, '0')}`;
        const shown = drawn(2, { numberFormat: '1', fractionDigits: 2 }, amount);
        expect(shown.replaceAll(',', '')).toBe(amount);
      }),
    );
  });
});

describe('a date is accepted in many forms and drawn in the format of its control', () => {
  const rows = [
    ['2026-01-05', { dateFormat: 'yyyy年MM月dd日' }, '2026年01月05日'],
    ['2026年01月05日', { dateFormat: 'yyyy年MM月dd日' }, '2026年01月05日'],
    ['2026年1月5日', { dateFormat: 'yyyy年MM月dd日' }, '2026年01月05日'],
    ['2026/1/5', {}, '2026-01-05'],
    ['20260105', { dateFormat: 'yyyyMMdd' }, '20260105'],
    ['05.01.2026', { dateFormat: 'dd.MM.yyyy' }, '05.01.2026'],
    ['2026-01-05', { dateFormat: 'yyyy年M月d日' }, '2026年1月5日'],
    ['26/01/05', { dateFormat: 'yy/MM/dd' }, '26/01/05'],
    ['2026-01-05 09:07:03', { dateFormat: 'yyyy年M月d日 H时mm分ss秒' }, '2026年1月5日 9时07分03秒'],
    ['2026年1月5日 9时07分03秒', { dateFormat: 'yyyy年M月d日 H时mm分ss秒' }, '2026年1月5日 9时07分03秒'],
    ['5/1/2026', { dateFormat: 'd/M/yyyy' }, '5/1/2026'],
    ['2026-01', { dateFormat: 'yyyy-MM' }, '2026-01'],
    ['2026-01-05', { dateFormat: 'yyyy年MM月' }, '2026年01月'],
    ['2026-01-05 24:00:00', {}, '! "2026-01-05 24:00:00" is not a date of the form yyyy-MM-dd'],
    ['1899-12-31', {}, '1899-12-31'],
    ['2026-01-05T23:30:00Z', {}, '2026-01-06'],
    ['2026-01-05T23:30:00+0800', {}, '2026-01-05'],
    ['2026-01-05 09:30:00', { dateFormat: 'yyyy-MM-dd HH:mm' }, '2026-01-05 09:30'],
    ['1767623400000', { dateFormat: 'yyyy-MM-dd HH:mm:ss' }, '2026-01-05 22:30:00'],
    ['2024-02-29', {}, '2024-02-29'],
    ['2026-02-29', {}, '! "2026-02-29" is not a date of the form yyyy-MM-dd'],
    [
      '2026年13月01日',
      { dateFormat: 'yyyy年MM月dd日' },
      '! "2026年13月01日" is not a date of the form yyyy年MM月dd日 or yyyy-MM-dd',
    ],
    ['20260105', {}, '! "20260105" is not a date of the form yyyy-MM-dd'],
    ['tomorrow', {}, '! "tomorrow" is not a date of the form yyyy-MM-dd'],
    ['05-01-2026', {}, '! "05-01-2026" is not a date of the form yyyy-MM-dd'],
  ] as const;
  it.each(rows)('%s with %j', (given, attribute, expected) => {
    expect(drawn(3, attribute, given)).toBe(expected);
  });

  it('parses its own output', () => {
    const formats = fc.constantFrom('yyyy-MM-dd', 'yyyy年MM月dd日', 'yyyy/MM/dd', 'yyyyMMdd', 'dd.MM.yyyy');
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1950-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
        formats,
        (date, format) => {
          const printed = printDate(date, format, zone);
          expect(drawn(3, { dateFormat: format }, printed)).toBe(printed);
        },
      ),
    );
  });

  const formats = [
    ['yyyy年MM月dd日', true],
    ['yyyy-MM-dd HH:mm:ss', true],
    ['y', false],
    ['YYYY-MM-DD', false],
    ['yyyy-MMM-dd', false],
    ['hh:mm', false],
    ['年月日', false],
    ["yyyy'T'", false],
  ] as const;
  it.each(formats)('the date format %s is valid: %s', (format, isOne) => {
    const read = () => dateFormat().read(format, 'dateFormat', { zone });
    if (isOne) expect(read()).toBe(format);
    else expect(read).toThrow('dateFormat');
  });
});

describe('a check box is ticked or not', () => {
  const rows = [
    ['true', 'true'],
    ['TRUE', 'true'],
    ['1', 'true'],
    [' yes ', 'true'],
    ['on', 'true'],
    ['是', 'true'],
    ['√', 'true'],
    ['☑', 'true'],
    ['false', 'false'],
    ['0', 'false'],
    ['No', 'false'],
    ['否', 'false'],
    ['☐', 'false'],
    ['2', '! "2" is neither true nor false'],
    ['也许', '! "也许" is neither true nor false'],
  ] as const;
  it.each(rows)('%s', (given, expected) => {
    expect(drawn(101, {}, given)).toBe(expected);
  });
});

describe('a drop-down list accepts one of its options', () => {
  const options = ['月付', ' 季付 ', 'Annually (12 %)'];
  const rows = [
    ['月付', '月付'],
    [' 月付', '月付'],
    ['季付', ' 季付 '],
    ['Annually (12 %)', 'Annually (12 %)'],
    ['annually (12 %)', '! "annually (12 %)" is none of the options'],
    ['月', '! "月" is none of the options'],
  ] as const;
  it.each(rows)('%s', (given, expected) => {
    expect(drawn(102, { options }, given)).toBe(expected);
  });

  it('and without options accepts nothing', () => {
    expect(drawn(102, {}, '月付')).toBe('! "月付" is none of the options');
  });
});

describe('a picture is named by its upload, or embedded in the value', () => {
  const key = `files/${'a'.repeat(32)}.png`;
  const dataUrl = (bytes: number, type = 'png') =>
    `data:image/${type};base64,${Buffer.alloc(bytes, 7).toString('base64')}`;
  const neither = '! must be the fileUrl of an uploaded picture, or a data URL of PNG or JPEG in base64';
  const rows = [
    ['a storage key', key, key],
    ['a PNG', dataUrl(100), dataUrl(100)],
    ['a JPEG', dataUrl(512 * 1024, 'jpeg'), dataUrl(512 * 1024, 'jpeg')],
    ['a large one', dataUrl(512 * 1024 + 1), '! is a picture of more than 512 KiB: upload it'],
    ['an SVG', dataUrl(10, 'svg+xml'), neither],
    ['an address', 'https://example.com/a.png', neither],
    ['a file of the machine', 'file:///etc/passwd', neither],
    ['base64 alone', Buffer.alloc(100).toString('base64'), neither],
    ['no base64', 'data:image/png;base64,!!!', neither],
  ] as const;
  it.each(rows)('%s', (_, given, expected) => {
    expect(drawn(103, {}, given)).toBe(expected);
  });
});

describe('text', () => {
  it('in a single-line control has its line breaks turned into spaces', () => {
    expect(drawn(1, {}, '北京市\r\n海淀区\n1 号')).toBe('北京市 海淀区 1 号');
  });

  it('in a multi-line control keeps line breaks, in one notation', () => {
    expect(drawn(8, {}, '一\r\n二\r三\n四')).toBe('一\n二\n三\n四');
  });

  it('is measured in characters, not in UTF-16 units', () => {
    expect(drawn(1, { maxLength: '4' }, '𬭎𬭎𬭎𬭎')).toBe('𬭎𬭎𬭎𬭎');
    expect(drawn(1, { maxLength: 3 }, '𬭎𬭎𬭎𬭎')).toBe('! has more than 3 characters');
  });

  it('loses its control characters', () => {
    expect(drawn(1, {}, 'a\tb')).toBe('a b');
    expect(drawn(8, {}, 'a\u0007b')).toBe('! contains control characters');
  });

  it('is the value of an unknown type of control', () => {
    expect(drawn(4711, {}, '任意')).toBe('任意');
  });

  it('has at most 10000 characters, or what its control allows', () => {
    expect(drawn(8, {}, '字'.repeat(10_000))).toHaveLength(10_000);
    expect(drawn(8, {}, '字'.repeat(10_001))).toBe('! has more than 10000 characters');
    expect(drawn(8, { maxLength: '20000' }, '字'.repeat(10_001))).toBe('! has more than 10000 characters');
    expect(drawn(101, {}, '1'.repeat(10_001))).toBe('! has more than 10000 characters');
  });

  it('that is blank is no value, whatever the type', () => {
    for (const type of [1, 2, 3, 6, 8, 101, 102, 103]) expect(drawn(type, {}, '  ')).toBe('');
  });

  it('is never the value of a signature area', () => {
    expect(drawn(6, {}, '张三')).toBe('! a signature area takes no value');
  });
});

describe('attributes of a control', () => {
  const sizes = [
    [1, 1, 160, 24],
    [2, 1, 160, 24],
    [3, 1, 120, 24],
    [8, 1, 240, 72],
    [6, 1, 159, 159],
    [6, 0, 120, 60],
    [101, 1, 20, 20],
    [102, 1, 160, 24],
    [103, 1, 160, 120],
    [4711, 1, 160, 24],
  ] as const;
  it.each(sizes)('type %i of a party of type %i is %i x %i px by default', (type, party, width, height) => {
    expect(keepAttribute({}, type, party)).toMatchObject({ width, height });
  });

  it('have the defaults of the type, and null if the type has no such attribute', () => {
    expect(keepAttribute({}, 6, 1)).toMatchObject({
      sealSpecs: 1,
      showSignDate: 0,
      signStyle: 1,
      dateFormat: 'yyyy-MM-dd',
      numberFormat: null,
    });
    expect(keepAttribute({}, 1, 1)).toMatchObject({
      font: 'SimSun',
      fontSize: 14,
      textColor: '#000000',
      alignment: 0,
      sealSpecs: null,
      dateFormat: null,
    });
    expect(keepAttribute({}, 2, 1)).toMatchObject({ numberFormat: '', fractionDigits: null });
  });

  it('are accepted as clients send them', () => {
    const sent = {
      font: 'simhei',
      textColor: '#e60012',
      fontSize: '18',
      bold: 'true',
      italic: 1,
      underLine: 0,
      lineThrough: 'false',
      alignment: '3',
      maxLength: 20,
      dateFormat: '',
      width: null,
      unknown: { deep: true },
    };
    const kept = keepAttribute(specialAttribute.read(sent, 'specialAttribute', { zone }), 1, 1);
    expect(kept).toMatchObject({
      font: 'SimHei',
      textColor: '#E60012',
      fontSize: 18,
      bold: true,
      maxLength: '20',
    });
    expect(textStyleOf(kept)).toEqual({
      font: 'SimHei',
      fontSize: 18,
      color: '#E60012',
      bold: true,
      italic: true,
      underline: false,
      lineThrough: false,
      alignment: 'right',
    });
  });

  const bad = [
    ['font', 'Arial'],
    ['fontSize', 0],
    ['textColor', 'red'],
    ['bold', 'yes'],
    ['alignment', 2],
    ['numberFormat', '0.00'],
    ['fractionDigits', -1],
    ['maxLength', 'many'],
    ['width', 0],
    ['sealSpecs', 3],
    ['signStyle', 0],
    ['options', 'a,b'],
  ] as const;
  it.each(bad)('are refused as %s %j, naming the field', (field, value) => {
    const read = () => specialAttribute.read({ [field]: value }, 'components[0].specialAttribute', { zone });
    expect(read).toThrow(`components[0].specialAttribute.${field}`);
  });
});
