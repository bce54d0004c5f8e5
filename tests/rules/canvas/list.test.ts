import { describe, expect, test } from 'vitest';
import {
  type CellContext,
  type Column,
  cellText,
  columns,
  onPage,
  withCell,
} from '../../../packages/web/src/designer/list-cells.js';
import { listed, renamed, reordered } from '../../../packages/web/src/designer/list-order.js';
import { pasteCells, readTable } from '../../../packages/web/src/designer/list-paste.js';
import { area, control, design, party, seam } from './given-design.js';

const file = { key: 1, fileId: null, fileName: '', fileUrl: '', totalPage: 3, width: 794, height: 1123 };
const context: CellContext = {
  design: { parties: [party('甲方'), party('乙方', { signs: false })], files: [file] },
  pageSize: (_file, page) => (page === 3 ? { width: 1123, height: 794 } : { width: 794, height: 1123 }),
  unit: 'px',
  words: {
    kinds: {
      ...{ area: '签署区', seam: '骑缝章', text: '单行文本', lines: '多行文本', number: '数字' },
      ...{ date: '日期', check: '勾选框', options: '下拉', picture: '图片' },
    },
    ...{ yes: '是', no: '否', unknown: '其他控件' },
  },
};
const text = control('a', { name: '身份证号', componentKey: 'id_no', x: 120.4, y: 210 });

describe('a cell', () => {
  test('shows what the control has, in px or mm', () => {
    const shown = (given: CellContext) => columns.map((column) => cellText(given, text, column));
    expect(shown(context)).toEqual([
      '1',
      '身份证号',
      '甲方',
      '单行文本',
      '是',
      'id_no',
      '120',
      '210',
      '160',
      '24',
      '',
    ]);
    expect(shown({ ...context, unit: 'mm' }).slice(6, 10)).toEqual(['31.9', '55.6', '42.3', '6.3']);
    const anchored = control('b', { anchor: { keyword: '签字：', index: 2, offsetX: 0, offsetY: 0 } });
    expect(cellText(context, anchored, 'anchor')).toBe('签字： #2');
  });

  test.each<[Column, string, object]>([
    ['name', ' 证件号 ', { name: '证件号' }],
    ['key', 'no', { componentKey: 'no' }],
    ['party', '乙方', { party: '乙方' }],
    ['party', 'b', { party: '乙方' }],
    ['type', '日期', { type: 3 }],
    ['required', '否', { isRequired: false }],
    ['required', 'ＮＯ', { isRequired: false }],
    ['required', '√', { isRequired: true }],
    ['page', '2', { page: 2, x: 120 }],
    ['page', '3', { page: 3, x: 120, y: 210 }],
    ['x', '１００', { x: 100 }],
    ['x', '9999', { x: 634 }],
    ['width', '99.6', { attribute: { width: 100, height: 24 } }],
    ['anchor', '身份证号：#2', { anchor: { keyword: '身份证号：', index: 2, offsetX: 0, offsetY: 0 } }],
    ['anchor', '', { anchor: null }],
  ])('%s takes %j', (column, given, expected) => {
    expect(withCell(context, text, column, given)).toMatchObject(expected);
  });

  test.each<[Column, string]>([
    ['party', '丙方'],
    ['party', 'F'],
    ['type', '骑缝章'],
    ['type', 'text'],
    ['required', '也许'],
    ['page', '0'],
    ['page', '4'],
    ['page', '1.5'],
    ['x', 'left'],
    ['x', '1e3'],
    ['height', ''],
  ])('%s refuses %j', (column, given) => {
    expect(withCell(context, text, column, given)).toBeNull();
  });

  test.each<[string, Parameters<typeof withCell>[1], Column, string]>([
    ['the type of an area', area('s'), 'type', '单行文本'],
    ['the type of an unknown control', control('u', { type: 77 }), 'type', '单行文本'],
    ['the page of a seam area', seam('s'), 'page', '2'],
    ['the width of a seal at its true size', area('s', { attribute: { sealSpecs: 1 } }), 'width', '10'],
    ['the party of an area, if that one does not sign', area('s'), 'party', '乙方'],
  ])('locks %s', (_what, given, column, wished) => {
    expect(withCell(context, given, column, wished)).toBeNull();
  });

  test('a control that is moved by number no longer follows its text; one that is resized does', () => {
    const anchored = control('b', { anchor: { keyword: '签字', index: 1, offsetX: 0, offsetY: 0 } });
    expect(withCell(context, anchored, 'x', '10')?.anchor).toBeNull();
    expect(withCell(context, anchored, 'width', '100')?.anchor).not.toBeNull();
  });

  test('a control on a page of another size keeps its distance from the nearest edges', () => {
    expect(onPage(context, control('b', { x: 600, y: 1000 }), 3)).toMatchObject({ page: 3, x: 929, y: 671 });
    expect(onPage(context, control('b', { page: 0, x: 600, y: 100 }), 1)).toMatchObject({ page: 1, x: 600 });
  });
});

describe('the order of the list', () => {
  const [a, b, c] = [control('a', { y: 300 }), control('b', { y: 100 }), control('c', { page: 2 })];
  const keysOf = (controls: readonly { readonly key: string }[]) => controls.map(({ key }) => key);
  const orderAfter = (changed: ReturnType<typeof reordered>) => {
    const next = new Map(changed.map((each) => [each.key, each]));
    return keysOf(listed(design({ controls: [a, b, c].map((each) => next.get(each.key) ?? each) })));
  };

  test('is the order of reading, after whatever has a place in the order of filling', () => {
    expect(keysOf(listed(design({ controls: [a, b, c] })))).toEqual(['b', 'a', 'c']);
    const first = { ...c, attribute: { ...c.attribute, order: 1 } };
    expect(keysOf(listed(design({ controls: [a, b, first] })))).toEqual(['c', 'b', 'a']);
  });

  test.each<[string, readonly string[], number, readonly string[]]>([
    ['to the top', ['c'], 0, ['c', 'b', 'a']],
    ['to the end', ['b'], 3, ['a', 'c', 'b']],
    ['as a block', ['b', 'c'], 3, ['a', 'b', 'c']],
    ['where it is', ['a'], 1, ['b', 'a', 'c']],
  ])('moves rows %s', (_what, keys, before, expected) => {
    expect(orderAfter(reordered([b, a, c], new Set(keys), before))).toEqual(expected);
  });

  test('many are named at once', () => {
    const names = (pattern: string, ...controls: (typeof a)[]) =>
      renamed(controls, pattern).map(({ name }) => name);
    expect(names('签名{n}（章）', a, b)).toEqual(['签名1（章）', '签名2（章）']);
    expect(names('签名', a, b)).toEqual(['签名1', '签名2']);
    expect(names('签名', a)).toEqual(['签名']);
    expect(names(' ', a)).toEqual([]);
    expect(names('长'.repeat(200), a)[0]).toHaveLength(100);
  });
});

describe('cells of a spreadsheet', () => {
  test.each<[string, string, readonly (readonly string[])[]]>([
    ['of one cell', '姓名', [['姓名']]],
    [
      'with Windows line ends',
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['with empty cells', '\ta\t\n\n', [['', 'a', ''], ['']]],
    ['with an empty last cell', 'a\t', [['a', '']]],
    ['with quotes, tabs and line breaks', '"a ""b""\tc\nd"\te', [['a "b"\tc\nd', 'e']]],
    ['with a quote that does not end', '"a\tb', [['"a', 'b']]],
    ['without anything', '', []],
  ])('are read %s', (_what, given, expected) => {
    expect(readTable(given)).toEqual(expected);
  });

  const rows = [control('a'), control('b'), control('c')];

  test('fill the cells right of and below the focused one', () => {
    const pasted = pasteCells(context, rows, { row: 1, column: 'name' }, '电话\t乙方\n地址\t甲方');
    expect(pasted.controls.map(({ key, name, party: owner }) => [key, name, owner])).toEqual([
      ['b', '电话', '乙方'],
      ['c', '地址', '甲方'],
    ]);
    expect(pasted).toMatchObject({ refused: [], ignoredRows: 0 });
  });

  test('that cannot stand there are refused one by one, and rows beyond the last are ignored', () => {
    const pasted = pasteCells(context, rows, { row: 2, column: 'party' }, '丙方\t日期\n乙方\t数字\n');
    expect(pasted.controls).toMatchObject([{ key: 'c', party: '甲方', type: 3 }]);
    expect(pasted.refused).toEqual([{ row: 2, column: 'party', text: '丙方' }]);
    expect(pasted.ignoredRows).toBe(1);
  });
});
