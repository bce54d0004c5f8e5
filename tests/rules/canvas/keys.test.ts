import { describe, expect, test } from 'vitest';
import { type KeyAct, keyAct, placesAfterKey } from '../../../packages/web/src/canvas/canvas-keys.js';
import { readClipboard, writeClipboard } from '../../../packages/web/src/canvas/clipboard.js';
import { type SpokenWords, spokenName } from '../../../packages/web/src/canvas/spoken-name.js';
import { a4, box, control } from './given-boxes.js';

const words: SpokenWords = {
  ...{ seal: '盖章', signature: '签名', seam: '骑缝章', text: '单行文本', number: '数字', date: '日期' },
  ...{ lines: '多行文本', check: '勾选框', options: '下拉', picture: '图片', unknown: '其他控件' },
  ...{ required: '必填', requiredSign: '必签', suggested: '建议', mistake: '有错误', comma: '，' },
  value: (value) => `默认值 ${value}`,
  page: (page) => `第 ${page} 页`,
  distance: (left, top) => `左 ${left} 毫米，上 ${top} 毫米`,
};

const bare = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

describe('a key', () => {
  test.each<[string, Partial<typeof bare>, KeyAct | null]>([
    ['ArrowLeft', {}, { kind: 'move', x: -1, y: 0 }],
    ['ArrowDown', { shiftKey: true }, { kind: 'move', x: 0, y: 10 }],
    ['ArrowRight', { altKey: true }, { kind: 'resize', x: 1, y: 0 }],
    ['ArrowUp', { altKey: true, shiftKey: true }, { kind: 'resize', x: 0, y: -10 }],
    ['Home', {}, { kind: 'edge', edge: 'start' }],
    ['End', {}, { kind: 'edge', edge: 'end' }],
    ['PageDown', {}, { kind: 'page', by: 1 }],
    ['PageUp', {}, { kind: 'page', by: -1 }],
    ['Delete', {}, { kind: 'delete' }],
    ['Backspace', {}, { kind: 'delete' }],
    ['Escape', {}, { kind: 'deselect' }],
    [' ', {}, { kind: 'toggle' }],
    ['a', { ctrlKey: true }, { kind: 'selectPage' }],
    ['A', { metaKey: true }, { kind: 'selectPage' }],
    ['d', { ctrlKey: true }, { kind: 'duplicate' }],
    ['ArrowLeft', { ctrlKey: true }, null],
    ['a', {}, null],
    ['Enter', {}, null],
  ])('%s with %j', (key, held, expected) => {
    expect(keyAct({ ...bare, key, ...held })).toEqual(expected);
  });
});

describe('after a key', () => {
  const sizes = [a4, a4, { width: 1123, height: 794 }];
  const pages = {
    sizeOf: ({ page }: { readonly page: number }) => sizes[page - 1],
    countOf: () => sizes.length,
  };
  const one = control('a', box(100, 100));
  const placesAfter = (act: Parameters<typeof placesAfterKey>[1], ...controls: (typeof one)[]) =>
    placesAfterKey(controls, act, pages).map(({ key, page, x, y, width, height }) => [
      key,
      page,
      ...[x, y, width, height],
    ]);

  test('a control has moved, been resized or changed its page', () => {
    expect(placesAfter({ kind: 'move', x: 10, y: 0 }, one)).toEqual([['a', 1, 110, 100, 160, 24]]);
    expect(placesAfter({ kind: 'resize', x: 0, y: 10 }, one)).toEqual([['a', 1, 100, 100, 160, 34]]);
    expect(placesAfter({ kind: 'edge', edge: 'end' }, one)).toEqual([['a', 1, 634, 100, 160, 24]]);
    expect(placesAfter({ kind: 'page', by: 1 }, one)).toEqual([['a', 2, 100, 100, 160, 24]]);
  });

  test('several keep their distances at the edge of a page', () => {
    const other = control('b', box(5, 300));
    expect(placesAfter({ kind: 'move', x: -10, y: 0 }, one, other)).toEqual([
      ['a', 1, 95, 100, 160, 24],
      ['b', 1, 0, 300, 160, 24],
    ]);
  });

  test('nothing is reported that does not change', () => {
    expect(placesAfter({ kind: 'move', x: -1, y: 0 }, control('a', box(0, 0)))).toEqual([]);
    expect(placesAfter({ kind: 'page', by: -1 }, one)).toEqual([]);
    expect(placesAfter({ kind: 'resize', x: 1, y: 0 }, { ...one, sizing: 'fixed' })).toEqual([]);
  });

  test('a control stays on its page and above its smallest size', () => {
    expect(placesAfter({ kind: 'resize', x: 10, y: 0 }, control('a', box(630, 0)))).toEqual([
      ['a', 1, 630, 0, 164, 24],
    ]);
    expect(placesAfter({ kind: 'resize', x: 0, y: -10 }, control('a', box(0, 0, 50, 15)))).toEqual([
      ['a', 1, 0, 0, 50, 12],
    ]);
    const low = control('a', box(100, 1000), { page: 2 });
    expect(placesAfter({ kind: 'page', by: 1 }, low)).toEqual([['a', 3, 100, 770, 160, 24]]);
  });

  test('a proportional control keeps its proportion', () => {
    const picture = control('p', box(0, 0, 160, 120), { sizing: 'proportional' });
    expect(placesAfter({ kind: 'resize', x: 40, y: 0 }, picture)).toEqual([['p', 1, 0, 0, 200, 150]]);
  });

  test('a seam area moves up and down only', () => {
    const seam = control('s', box(635, 300, 159, 159), { kind: 'seam' });
    expect(placesAfter({ kind: 'move', x: -10, y: 0 }, seam)).toEqual([]);
    expect(placesAfter({ kind: 'move', x: 0, y: 10 }, seam)).toEqual([['s', 1, 635, 310, 159, 159]]);
    expect(placesAfter({ kind: 'page', by: 1 }, seam)).toEqual([]);
  });
});

describe('the clipboard', () => {
  test('carries controls as text', () => {
    const controls = [{ componentName: '身份证号', positionX: 10 }];
    expect(readClipboard(writeClipboard(controls))).toEqual(controls);
  });

  test.each([
    ['words', '身份证号'],
    ['other JSON', '{"controls":[]}'],
    ['a list', '[1]'],
    ['broken JSON', '{"format":'],
    ['null', 'null'],
    ['a later version', '{"format":"cinnabar/controls","version":2,"controls":[]}'],
    ['controls that are no list', '{"format":"cinnabar/controls","version":1,"controls":{}}'],
  ])('holds no controls if it holds %s', (_what, given) => {
    expect(readClipboard(given)).toBeNull();
  });
});

describe('a control is spoken of', () => {
  const parties = [{ name: '甲方' }, { name: '员工' }];
  const given = control('k', box(121, 212), { name: '身份证号', party: 1, page: 4 });
  test.each([
    [
      'by kind, name, party and place',
      given,
      '单行文本 身份证号，B 员工，必填，第 4 页，左 32 毫米，上 56 毫米',
    ],
    [
      'by its kind if it has no name',
      { ...given, name: '', required: false },
      '单行文本，B 员工，第 4 页，左 32 毫米，上 56 毫米',
    ],
    [
      'with the default value that it shows',
      { ...given, shown: '1101' },
      '单行文本 身份证号，默认值 1101，B 员工，必填，第 4 页，左 32 毫米，上 56 毫米',
    ],
    [
      'as a suggestion',
      { ...given, required: false, state: 'suggested' as const },
      '单行文本 身份证号，B 员工，建议，第 4 页，左 32 毫米，上 56 毫米',
    ],
    [
      'as an area that must be signed',
      { ...given, kind: 'signature' as const, name: '签字' },
      '签名 签字，B 员工，必签，第 4 页，左 32 毫米，上 56 毫米',
    ],
    ['without a party', { ...given, party: -1 }, '单行文本 身份证号，必填，第 4 页，左 32 毫米，上 56 毫米'],
  ])('%s', (_what, one, expected) => {
    expect(spokenName(one, parties, words)).toBe(expected);
  });
});
