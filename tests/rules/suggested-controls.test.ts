import type { FormField, PageLayout, Rule, TextLine } from '@cinnabar/pdf/render/page-layout.js';
import type { FoundControl } from '@cinnabar/server/areas/templates/suggest/found-control.js';
import { pageViewOf } from '@cinnabar/server/areas/templates/suggest/page-pieces.js';
import { suggestControls } from '@cinnabar/server/areas/templates/suggest/suggest-controls.js';
import { describe, expect, test } from 'vitest';

/** px: an ideograph, and half of it a letter or an underscore. */
const EM = 16;

/** A line of print; a space is half an em wide. */
function line(baseline: number, text: string, left = 100): TextLine {
  let x = left;
  const characters = [...text.normalize('NFKC')].flatMap((letter, index) => {
    const isHalf = /[\p{ASCII}]/u.test([...text][index] ?? letter);
    const [start, width] = [x, isHalf ? EM / 2 : EM];
    x += width;
    return letter.trim() === '' ? [] : [{ text: letter, left: start, right: start + width }];
  });
  return { top: baseline - 14, bottom: baseline + 2, baseline, characters };
}

const rule = (x: number, y: number, width: number): Rule => ({ x, y, width, height: 1 });

function frame(x: number, y: number, width: number, height: number): readonly Rule[] {
  const upright = (at: number): Rule => ({ x: at, y, width: 1, height });
  return [rule(x, y, width), rule(x, y + height, width), upright(x), upright(x + width)];
}

const PARTIES = [
  { participantFlag: '甲方', participantType: 1 },
  { participantFlag: '乙方', participantType: 0 },
] as const;

function suggested(page: Partial<PageLayout>, fields: readonly FormField[] = []): readonly FoundControl[] {
  const layout = { width: 794, height: 1123, lines: [], rules: [], squares: [], isPartial: false, ...page };
  return suggestControls([pageViewOf(layout, 1)], fields, PARTIES);
}

/** Kind, type and name of what is proposed for a line. */
const forLine = (text: string): readonly (readonly [string, number, string])[] =>
  suggested({ lines: [line(200, text)] }).map(({ by, componentType, name }) => [by, componentType, name]);

describe('a blank of underscores', () => {
  test.each([
    ['联系人：________', 1, '联系人'],
    ['乙方身份证号码：________', 1, '乙方身份证号码'],
    ['服务费总额为人民币________元', 2, '服务费总额'],
    ['（大写：________）', 1, '大写'],
    ['建筑面积________平方米', 2, '建筑面积'],
    ['年利率________%', 2, '年利率'],
    ['签订日期：________', 3, '签订日期'],
    ['1.2 交货地点：________', 1, '交货地点'],
    ['借款人：________', 1, '借款人'],
    ['Contract No. ________', 1, 'Contract No.'],
    ['执行下列第____种工时制度', 2, '执行下列第'],
    ['约定试用期为____个月', 2, '约定试用期'],
    ['水表读数________', 2, '水表读数'],
    ['位于第____层', 2, '位于第'],
    ['应当在____分钟内到场', 2, '应当在'],
    ['电表底数为________度', 2, '电表底数'],
    ['按日万分之____支付违约金', 2, '按日万分之'],
    ['贷款银行：________', 1, '贷款银行'],
    ['提交________人民法院', 1, '提交'],
    ['关于________项目', 1, '关于'],
  ])('%s', (text, type, name) => {
    expect(forLine(text)).toEqual([['underscores', type, name]]);
  });

  test('of three underscores or fewer is none', () => {
    expect(forLine('第___条')).toEqual([]);
  });

  test('takes its unit and its label from the lines around it', () => {
    expect(forLine('每月〔________〕元').map(([, type]) => type)).toEqual([2]);
    const unit = suggested({ lines: [line(200, '乙方应于每月____'), line(230, '日前支付')] });
    expect(unit.map(({ componentType }) => componentType)).toEqual([2]);
    const label = suggested({ lines: [line(200, '统一社会信用代码：'), line(230, '__________')] });
    expect(label.map(({ by, name }) => [by, name])).toEqual([['underscores', '统一社会信用代码']]);
  });

  test('that goes on in the next line is one', () => {
    const found = suggested({ lines: [line(200, '地址：________'), line(230, '________')] });
    expect(found.map(({ name }) => name)).toEqual(['地址']);
  });

  test('of which the first millimetres stand at the end of the line before is one', () => {
    const found = suggested({ lines: [line(200, '实习岗位为__'), line(230, '________，地点另行通知')] });
    expect(found).toMatchObject([{ by: 'underscores', componentType: 1, name: '实习岗位', box: { x: 100 } }]);
  });

  test('of spaces stands in brackets', () => {
    expect(forLine('有慢性病史(请注明:     )')).toEqual([['underscores', 1, '请注明']]);
  });

  test('limits identity numbers and mobiles to their length', () => {
    const found = suggested({ lines: [line(200, '身份证号：________'), line(240, '手机：________')] });
    expect(found.map(({ attribute }) => attribute.maxLength)).toEqual(['18', '11']);
  });
});

describe('a ruled line', () => {
  test('beside a label is a blank', () => {
    const found = suggested({ lines: [line(200, '联系人：')], rules: [rule(165, 203, 120)] });
    expect(found).toMatchObject([{ by: 'ruledLine', name: '联系人', box: { x: 165, width: 120 } }]);
  });

  test('that had no room behind its label is the blank of that label', () => {
    const lines = [line(200, '证件类型以登记的为准，证件号码：')];
    expect(suggested({ lines, rules: [rule(100, 228, 150)] })).toMatchObject([
      { by: 'ruledLine', componentType: 1, attribute: { maxLength: '18' } },
    ]);
  });

  test('under text is an underline, and without a label a separator', () => {
    expect(suggested({ lines: [line(200, '重要条款')], rules: [rule(100, 203, 64)] })).toEqual([]);
    expect(suggested({ lines: [line(200, '重要条款')], rules: [rule(60, 400, 600)] })).toEqual([]);
  });
});

describe('ruled lines of their own', () => {
  const lines = [line(200, '双方约定的其他事项：')];

  test('below a label are one text of several lines', () => {
    const rules = [rule(100, 234, 540), rule(100, 266, 540), rule(100, 298, 540)];
    expect(suggested({ lines, rules })).toMatchObject([
      { by: 'ruledLine', componentType: 8, name: '双方约定的其他事项', box: { x: 100, width: 540 } },
    ]);
  });

  test('belong to a label that left them no room', () => {
    const full = line(200, '发票类型按照国家税务机关的规定和双方的约定开具。甲方纳税人识别号：');
    expect(suggested({ lines: [full], rules: [rule(100, 228, 190)] })).toMatchObject([
      { by: 'ruledLine', componentType: 1, name: '甲方纳税人识别号', box: { x: 100, width: 190 } },
    ]);
  });

  test('separate what is above from what is below if they are as wide as the text', () => {
    expect(suggested({ lines, rules: [rule(100, 234, 540)] })).toEqual([]);
  });

  test('with text on them are borders', () => {
    const header = [line(100, '华岳精密采购管理部            合同编号HY2024')];
    expect(suggested({ lines: header, rules: [rule(80, 104, 600)] })).toEqual([]);
  });
});

describe('a date', () => {
  test('whose day is in the next line is one control', () => {
    const found = suggested({ lines: [line(200, '自____年__月__'), line(230, '日止。')] });
    expect(found.map(({ by, componentType }) => [by, componentType])).toEqual([['date', 3]]);
  });

  test('that ends a period is named by it', () => {
    expect(forLine('租期自____年__月__日起至____年__月__日止').map(([, , name]) => name)).toEqual([
      '租期自',
      '租期至',
    ]);
  });

  test.each(['日期：____年__月__日', '日期：      年    月    日'])('%s is one control', (text) => {
    const [found, ...more] = suggested({ lines: [line(200, text)] });
    expect(more).toEqual([]);
    expect(found).toMatchObject({ by: 'date', componentType: 3, name: '日期' });
    expect(found?.attribute.dateFormat).toMatch(/^yyyy[ \u3000]+MM[ \u3000]+dd$/);
  });

  test('that is printed is none', () => {
    expect(forLine('自2026年1月1日起至2026年12月31日止')).toEqual([]);
  });
});

describe('a table', () => {
  const rules = [...frame(100, 180, 100, 34), ...frame(200, 180, 200, 34)];

  test('has a blank in the empty cell right of a label', () => {
    const found = suggested({ lines: [line(200, '开户银行', 108)], rules });
    expect(found).toMatchObject([{ by: 'cell', componentType: 1, name: '开户银行' }]);
    expect(found[0]?.box.x).toBeGreaterThan(200);
  });

  test('has blanks of the kind that the heading of their column says, named by their row', () => {
    const columns = [...rules, ...frame(100, 214, 100, 34), ...frame(200, 214, 200, 34)];
    const lines = [line(200, '期次', 108), line(200, '付款金额', 208), line(234, '系统上线', 108)];
    expect(suggested({ lines, rules: columns })).toMatchObject([
      { by: 'cell', componentType: 2, name: '系统上线', attribute: { numberFormat: '#,##0' } },
    ]);
  });

  test('has none in an empty cell without a label, or beside a number', () => {
    expect(suggested({ rules })).toEqual([]);
    expect(suggested({ lines: [line(200, '12', 108)], rules })).toEqual([]);
  });
});

describe('a place to sign', () => {
  test.each([
    ['甲方（盖章）：', '甲方', 159],
    ['乙方（签字）', '乙方', 120],
    ['乙方签字或盖章：', '乙方', 120],
    ['甲方（盖章）：北京某某公司', '甲方', 159],
  ])('%s', (text, party, width) => {
    const [found, ...more] = suggested({ lines: [line(600, text)] });
    expect(more).toEqual([]);
    expect(found).toMatchObject({ by: 'signature', componentType: 6, participantFlag: party });
    expect(found?.box.width).toBe(width);
  });

  test.each([
    '甲方应在乙方签字盖章后7日内付款。',
    '第五条 本合同经双方签字、盖章',
    '（以下无正文，为签署页）',
  ])('is not %s', (text) => {
    expect(forLine(text)).toEqual([]);
  });

  test('of a representative belongs to the party above; in the head of a contract it is a name', () => {
    const block = suggested({ lines: [line(600, '甲方（盖章）：'), line(660, '法定代表人：________')] });
    expect(block.map(({ componentType, participantFlag }) => [componentType, participantFlag])).toEqual([
      [6, '甲方'],
      [6, '甲方'],
    ]);
    const wrapped = [line(600, '甲方（盖章）：'), line(640, '法定代表人或'), line(664, '授权代表（签字）：')];
    expect(suggested({ lines: wrapped }).map(({ name }) => name)).toEqual(['甲方(盖章)', '授权代表(签字)']);
    expect(forLine('法定代表人：________')).toEqual([['underscores', 1, '法定代表人']]);
  });
});

test('boxes to tick are named by the text behind them', () => {
  expect(forLine('□银行转账  □支票')).toEqual([
    ['tickBox', 101, '银行转账'],
    ['tickBox', 101, '支票'],
  ]);
  const square = { x: 100, y: 188, width: 12, height: 12 };
  expect(suggested({ lines: [line(200, '同意', 118)], squares: [square] })).toMatchObject([
    { by: 'tickBox', name: '同意', box: square },
  ]);
  expect(suggested({ lines: [line(200, '同意', 118)], rules: frame(100, 188, 12, 12) })).toMatchObject([
    { by: 'tickBox', name: '同意', box: square },
  ]);
});

test('a label that everybody knows needs no line behind it, a sentence does', () => {
  expect(forLine('日期：')).toEqual([['label', 3, '日期']]);
  expect(forLine('双方约定如下：')).toEqual([]);
  expect(forLine('日  期：')).toEqual([['label', 3, '日期']]);
});

test('fields of the form go before what is printed under them', () => {
  const field: FormField = {
    ...{ page: 1, x: 164, y: 184, width: 64, height: 20, name: 'Contact', kind: 'text' },
    ...{ required: true, maxLength: null, options: [] },
  };
  const found = suggested({ lines: [line(200, '联系人：________')] }, [field]);
  expect(found.map(({ by, name }) => [by, name])).toEqual([['formField', 'Contact']]);
});

test('a page full of frames without labels proposes nothing', () => {
  const rules = Array.from({ length: 200 }, (_, index) =>
    frame(50 + index * 3, 50 + index * 5, 20, 16),
  ).flat();
  expect(suggested({ rules })).toEqual([]);
});
