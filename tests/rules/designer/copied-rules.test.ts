/** Copies refer to each other as their originals do. */
import { expect, test } from 'vitest';
import {
  clipboardTextOf,
  copiesOnPages,
  duplicatesOf,
  pastedControls,
} from '../../../packages/web/src/designer/canvas-bridge.js';
import type { Control, Design } from '../../../packages/web/src/designer/design.js';
import { designer, firstState } from '../../../packages/web/src/designer/designer-state.js';
import { copiedToPages } from '../../../packages/web/src/designer/reported.js';
import { control, design } from './given-design.js';

const given = design({
  controls: [
    control('price', { type: 2, componentKey: 'price' }),
    control('count', { type: 2, componentKey: 'count' }),
    control('total', {
      ...{ type: 2, componentKey: 'total' },
      attribute: { formula: '=price*count', showWhen: { key: 'price', operator: 'isNot', value: '0' } },
    }),
  ],
});

const to = (...pages: readonly number[]) => ({ pages, isSameValue: false });
/** The third page lies on its side. */
const pageSize = (_file: number, page: number) =>
  page === 3 ? { width: 1123, height: 794 } : { width: 794, height: 1123 };

function counting() {
  let made = 0;
  return () => `k${++made}`;
}

function pasted(into: Design, keys: readonly string[]): readonly Control[] {
  const text = clipboardTextOf(given, keys);
  const found = pastedControls(into, text, { fileId: 1, page: 2 }, () => undefined, counting());
  if (found === null) throw new Error('nothing was copied');
  return found.controls;
}

test.each<[string, (keys: readonly string[]) => readonly Control[]]>([
  ['duplicated', (keys) => duplicatesOf(given, keys, counting())],
  ['pasted, or put as a block', (keys) => pasted(given, keys)],
  ['copied to a page', (keys) => copiesOnPages(given, keys, to(2), pageSize, counting())],
])('controls that are %s name those that are copied with them, and otherwise the originals', (_how, copy) => {
  expect(
    copy(['price', 'total']).map(({ componentKey, attribute }) => ({ componentKey, ...attribute })),
  ).toMatchObject([
    { componentKey: 'price_2' },
    {
      componentKey: 'total_2',
      formula: '=price_2*count',
      showWhen: { key: 'price_2', operator: 'isNot', value: '0' },
    },
  ]);
  expect(copy(['total'])[0]?.attribute).toMatchObject({
    formula: '=price*count',
    showWhen: { key: 'price' },
  });
});

test('copies on each page name those of their page', () => {
  const copies = copiesOnPages(given, ['price', 'total'], to(2, 3), pageSize, counting());
  expect(copies.map(({ page, attribute }) => [page, attribute.formula])).toEqual([
    [2, undefined],
    [2, '=price_2*count'],
    [3, undefined],
    [3, '=price_3*count'],
  ]);
});

test('a copy on a page of another size keeps its distance to the nearest edges', () => {
  const controls = [control('seal', { x: 600, y: 1_000, attribute: { width: 100, height: 60 } })];
  const copies = copiesOnPages(design({ controls }), ['seal'], to(2, 3), pageSize, counting());
  expect(copies.map(({ page, x, y }) => [page, x, y])).toEqual([
    [2, 600, 1_000],
    [3, 929, 671],
  ]);
});

test('copies that show the same value name their original, which is given a key if it has none', () => {
  const controls = [
    control('n', { name: '员工姓名', value: '张三' }),
    control('k', { componentKey: '甲 方' }),
    control('s', { type: 6, attribute: { width: 120, height: 60, signStyle: 1 } }),
  ];
  const desk = { design: design({ controls }), pageSize, makeKey: counting() };
  const [made] = designer(
    firstState(desk.design),
    copiedToPages(desk, ['n', 'k', 's'], { pages: [2], isSameValue: true }),
  );
  expect(
    made.history.now.design.controls.map(({ page, componentKey, value, attribute }) => [
      page,
      componentKey,
      value,
      attribute.formula,
    ]),
  ).toEqual([
    [1, 'name', '张三', undefined],
    [1, '甲 方', '', undefined],
    [1, '', '', undefined],
    [2, 'name_2', '', '=name'],
    [2, '甲 方_2', '', '="甲 方"'],
    [2, '', '', undefined],
  ]);
});

test('what was cut comes back with its key', () => {
  const twice = { ...given, controls: [...given.controls, control('other', { componentKey: 'price_2' })] };
  const text = clipboardTextOf(twice, ['other']);
  const rest = { ...twice, controls: [] };
  const back = pastedControls(rest, text, { fileId: 1, page: 1 }, () => undefined, counting());
  expect(back?.controls).toMatchObject([{ componentKey: 'price_2' }]);
});
